/** Each dialect of a provider against a host that answers in its documented shapes, and against everything that a host can do wrong. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatProvider } from '#contract/settings/ai/ai-limits.ts'
import { speak } from '#server/features/assistant/provider/speaker.ts'
import { createSpeech } from '#server/features/assistant/speech.ts'
import { chatHostOf } from '#server/features/settings/ai/ai-hosts.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { refusals, replies, type Shapes } from './provider-shapes.ts'

type Heard = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: Record<string, unknown> }
type Script = (response: ServerResponse, heard: Heard, round: number) => void

const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
/** By the first part of the path: tests go on side by side. */
const scripts = new Map<string, { readonly script: Script; readonly heard: Heard[] }>()
const host = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += String(part)
  const [, name = '', ...path] = (request.url ?? '').split('/')
  const on = scripts.get(name)
  const heard = { path: `/${path.join('/')}`, headers: request.headers, body: JSON.parse(text) as Heard['body'] }
  on?.heard.push(heard)
  on?.script(response, heard, on.heard.length)
})
beforeAll(() => new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await outbound.close()
})

const card = {
  defaultModel: 'tiny',
  model: 'tiny',
  deploymentName: 'our-chat',
  endpoint: 'https://own.openai.azure.com',
  temperature: 0,
  maxTokens: 100,
}
const providers = ['openai', 'azure', 'gemini', 'anthropic'] as const satisfies readonly ChatProvider[]
const key = 'canary-key-0123456789'

/** What the built-in planner finds. */
function found() {
  const speech = createSpeech()
  speech.say(speech.fact('Failed records', 4, '/dashboard'), ' records failed.')
  return speech.told()
}

let count = 0
async function said(provider: ChatProvider, script: Script) {
  count += 1
  const name = `test-${count}`
  const heard: Heard[] = []
  scripts.set(name, { script, heard })
  const real = chatHostOf(provider, card, key)
  const { port } = host.address() as AddressInfo
  const url = real.url.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${port}/${name}`)
  const begun = performance.now()
  const spoken = await speak({
    ...{ provider: { host: { ...real, url }, allowPayloads: false, tokensLeft: 100_000 }, outbound, companyId: 'c' },
    ...{
      message: 'How many records failed?',
      before: ['Hello'],
      lookUp: async () => found(),
      gone: new AbortController().signal,
    },
  })
  return { ...spoken, heard, took: performance.now() - begun }
}

const send = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
/** Looks up, and says what it was told. */
const answers =
  (shapes: Shapes, name = 'ask_data', input: unknown = { question: 'How many records failed?' }): Script =>
  (response, _, round) =>
    send(
      response,
      round === 1 ? shapes.asks(name, input) : shapes.says(JSON.stringify({ sentences: ['It was {{f1}} records.'] })),
    )

type Wrong = readonly [name: string, script: (provider: ChatProvider, shapes: Shapes) => Script, fault: string | RegExp]
const wrong: readonly Wrong[] = [
  [
    'refuses the key',
    (provider) => (response) => send(response, refusals[provider].key.body, refusals[provider].key.status),
    /^rejected the API key \(HTTP 40[013]\)$/,
  ],
  [
    'takes no more',
    (provider) => (response) => send(response, refusals[provider].limit, 429),
    'has reached its request limit (HTTP 429)',
  ],
  [
    'is out of order',
    (provider) => (response) => send(response, refusals[provider].fault.body, refusals[provider].fault.status),
    /^returned a server error \(HTTP 5\d\d\)$/,
  ],
  [
    'has no such model',
    (provider) => (response) => send(response, refusals[provider].model, 404),
    "doesn't know this model or URL (HTTP 404)",
  ],
  [
    'refuses to answer',
    (provider) => (response) => send(response, refusals[provider].content.body, refusals[provider].content.status),
    'refused to respond',
  ],
  [
    'breaks off within its answer',
    () => (response) => {
      response.writeHead(200, { 'content-length': '900' }).write('{"choices"')
      response.socket?.destroySoon()
    },
    "can't be reached, or closed the connection",
  ],
  ['sends no JSON', () => (response) => void response.writeHead(200).end('<html>'), "returned a response that isn't JSON"],
  ['sends another JSON', () => (response) => send(response, { hello: [] }), 'sent a reply that cannot be used'],
  [
    'replies with prose',
    (_, shapes) => (response) => send(response, shapes.says('All is well.')),
    'sent a reply that cannot be used',
  ],
  [
    'calls a tool wrongly for ever',
    (_, shapes) => (response) => send(response, shapes.asks('ask_data', { query: 7 })),
    'asked more than six times and gave no reply',
  ],
  [
    'sends a megabyte',
    () => (response) => void response.writeHead(200).end('x'.repeat(1_100_000)),
    'returned a response that is too large',
  ],
  [
    'redirects to a private address',
    () => (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    "returned a redirect (HTTP 302), and Datacrane doesn't follow redirects",
  ],
]

const shapesOf = (provider: ChatProvider) => replies[provider === 'anthropic' ? 'anthropic' : 'openai']

/** Hosts that keep one waiting; asked at once, because each takes as long as a request may. */
const slow: Readonly<Record<string, (shapes: Shapes) => Script>> = {
  'says nothing': () => () => {},
  'answers byte by byte': (shapes) => (response) => {
    const text = JSON.stringify(shapes.says('{"sentences":["It was slow."]}'))
    response.writeHead(200, { 'content-length': String(text.length) })
    const timer = setInterval(() => response.write(' '), 200)
    response.once('close', () => clearInterval(timer))
  },
}

it('a host that says nothing, or answers byte by byte, is waited for no longer than ten seconds', {
  timeout: 20_000,
}, async () => {
  const asked = Object.values(slow).flatMap((script) => providers.map((provider) => said(provider, script(shapesOf(provider)))))
  for (const { told, fault, took } of await Promise.all(asked))
    expect([told, fault, took < 10_000]).toEqual([null, "didn't respond in time", true])
})

it('turns what a card says into what is sent', async () => {
  const { heard } = await said('chatgpt', answers(replies.openai))
  expect(heard[0]).toMatchObject({
    ...{ path: '/v1/chat/completions', headers: { authorization: `Bearer ${key}` } },
    body: { model: 'tiny', temperature: 0, max_tokens: 100 },
  })
  expect(chatHostOf('chatgpt', { model: 'large', temperature: '0.5', maxTokens: '7' }, key)).toMatchObject({
    ...{ model: 'large', temperature: 0.5, maxTokens: 7 },
  })
  expect(chatHostOf('openai', { ...card, organizationId: 'org-7' }, key).headers).toMatchObject({
    'openai-organization': 'org-7',
  })
  expect(chatHostOf('azure', { ...card, endpoint: 'https://other.openai.azure.com/' }, key).url).toMatch(
    /^https:\/\/other\.openai\.azure\.com\/openai\/deployments\/our-chat\//,
  )
})

describe.each(providers)('%s', (provider) => {
  const shapes = shapesOf(provider)

  it.concurrent('is asked as its documentation says, and its figures are those that were read', async () => {
    const { told, fault, tokens, heard } = await said(provider, answers(shapes))
    expect({ fault, tokens }).toEqual({ fault: null, tokens: 200 })
    expect(told).toMatchObject({
      facts: [{ label: 'Failed records', value: 4 }],
      sentences: [{ parts: [{ text: 'It was ' }, { fact: 'f1' }, { text: ' records.' }] }],
    })
    const [first, second] = heard
    expect([first?.path, first?.body['model']]).toEqual(
      {
        openai: ['/v1/chat/completions', 'tiny'],
        azure: ['/openai/deployments/our-chat/chat/completions?api-version=2024-10-21', undefined],
        gemini: ['/v1beta/openai/chat/completions', 'tiny'],
        anthropic: ['/v1/messages', 'tiny'],
      }[provider],
    )
    const { authorization, 'api-key': apiKey, 'x-api-key': anthropicKey } = first?.headers ?? {}
    const bearer = provider === 'openai' || provider === 'gemini'
    expect([authorization, apiKey, anthropicKey]).toEqual([
      ...[
        bearer ? `Bearer ${key}` : undefined,
        provider === 'azure' ? key : undefined,
        provider === 'anthropic' ? key : undefined,
      ],
    ])
    expect(JSON.stringify(second?.body)).not.toContain(key)
    // The result of the tool answers the call that asked for it.
    expect(second?.body).toMatchObject(shapes.resultOf('call_1'))
  })

  it.concurrent('that asks for a tool that there is not is told so, and goes on', async () => {
    const { told, heard } = await said(provider, answers(shapes, 'delete_everything', {}))
    // Nothing was looked up, so its placeholder stands for nothing.
    expect([told?.facts, JSON.stringify(heard[1]?.body).includes('There is no such tool')]).toEqual([[], true])
  })

  it.concurrent.each(wrong)('that %s is a sentence within ten seconds', { timeout: 15_000 }, async (_, script, fault) => {
    const spoken = await said(provider, script(provider, shapes))
    expect([spoken.told, spoken.took < 10_000]).toEqual([null, true])
    expect(spoken.fault).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault))
    expect(spoken.heard.length).toBeLessThanOrEqual(7)
  })
})
