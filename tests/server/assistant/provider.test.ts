/** A provider beside the built-in assistant: a scripted host, and a sentence for each thing that it can do wrong. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '#contract/assistant/assistant.ts'
import type { AiIntegrations, AiSettings, AiTest } from '#contract/settings/ai/ai-integrations.ts'
import { listening } from '../connectors/live-readers.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask, factOf } from './assistant-scene.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const key = 'sk-test-canary-0123456789'
type Script = (request: IncomingMessage, response: ServerResponse, body: string) => void
let script: Script = (_, response) => response.writeHead(500).end()
const heard: { readonly url: string; readonly key: string; readonly body: string }[] = []

const host = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += String(part)
  heard.push({ url: request.url ?? '', key: request.headers.authorization ?? '', body })
  script(request, response, body)
})

const path = '/api/system-settings/ai-integrations'
const read = async () => (await server.ask('GET', path, { as: 'adminA' })).json<AiSettings>()
async function save(change: Partial<AiIntegrations> | ((value: AiIntegrations) => Partial<AiIntegrations>)) {
  const { value, revision } = await read()
  const changed = typeof change === 'function' ? change(value) : change
  return server.ask('PUT', path, { as: 'adminA', body: { value: { ...value, ...changed }, revision } })
}
const address = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/v1`
const openai = () => ({ apiKey: key, enabled: true, baseUrl: address(), organizationId: '', defaultModel: 'tiny' })

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const id = await addConnector(server, { name: 'Secret orders', as: 'userA' })
  await addRecords(server, [{ connectorId: id, company: 'A', hoursAgo: 0.5, of: [11, 4, 0] }], Date.now())
  const saved = await save({ assistantProvider: 'openai', openai: openai() })
  if (saved.statusCode !== 200) throw new Error(saved.body)
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})
beforeEach(() => {
  heard.length = 0
})

const json = (response: ServerResponse, value: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const says = (content: unknown) => ({
  choices: [{ message: { content: typeof content === 'string' ? content : JSON.stringify(content) } }],
  usage: { total_tokens: 100 },
})
const asks = (name: string, input: unknown) => ({
  choices: [{ message: { content: '', tool_calls: [{ id: 'c1', function: { name, arguments: JSON.stringify(input) } }] } }],
  usage: { total_tokens: 50 },
})
const resultsIn = (body: string) =>
  (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages.filter(({ role }) => role === 'tool')

/** Looks one question up, and says what it was told. */
const twoRounds =
  (question: string, sentences: (told: { sentences: string[] }) => string[]): Script =>
  (_, response, body) => {
    const [result] = resultsIn(body)
    if (!result) return json(response, asks('ask_data', { question }))
    const told = JSON.parse(result.content) as { sentences: string[]; proposals: { id: string }[] }
    json(response, says({ sentences: sentences(told), proposals: told.proposals.map(({ id }) => id), suggestions: ['Why?'] }))
  }

describe('a provider', () => {
  it('looks up, and its figures are those of the ledger', async () => {
    script = twoRounds('How many records failed in the past 24 hours?', ({ sentences }) => ['Here it is:', ...sentences])
    const answer = await ask(server, 'Hast du Fehler gesehen?')
    expect(answer).toMatchObject({ speaker: 'provider', provider: 'OpenAI', note: null })
    expect(answer.facts.map(({ value }) => value)).toContain(4)
    expect(answer.message).toContain('4')
    expect(heard).toHaveLength(2)
    expect(heard[0]).toMatchObject({ url: '/v1/chat/completions', key: `Bearer ${key}` })
    expect((await read()).usage.tokens).toBeGreaterThanOrEqual(150)
  })

  it('is not told texts of others unless that is allowed, and the answer holds them', async () => {
    script = twoRounds('Which connectors have problems?', ({ sentences }) => sentences)
    const answer = await ask(server, 'What is wrong?')
    expect(heard.map(({ body }) => body).join()).not.toContain('Secret orders')
    expect(answer.speaker).toBe('provider')
    await save({ allowPayloads: true })
    heard.length = 0
    await ask(server, 'What is wrong?')
    expect(heard.map(({ body }) => body).join()).toContain('Secret orders')
    await save({ allowPayloads: false })
  })

  it('that says a figure of its own is not shown with it', async () => {
    script = twoRounds('Is everything ok?', ({ sentences }) => ['It lost 7777 records.', ...sentences])
    const answer = await ask(server, 'Is everything ok?')
    expect(answer.speaker).toBe('provider')
    expect(JSON.stringify(answer.sentences)).not.toContain('7777')
  })

  it('can have something proposed, and nothing done', async () => {
    const before = await sql`select id, status from connectors order by id`.execute(server.database.db)
    script = twoRounds('Pause Secret orders', () => ['I can have it paused.'])
    const answer = await ask(server, 'Please stop the orders')
    expect(answer).toMatchObject({ speaker: 'provider', type: 'proposal', proposals: [{ kind: 'pause' }] })
    expect((await sql`select id, status from connectors order by id`.execute(server.database.db)).rows).toEqual(before.rows)
  })

  it('may ask for a tool that there is not, and goes on', async () => {
    script = (_, response, body) => {
      const [result] = resultsIn(body)
      json(response, result ? says({ sentences: [`I was told: no.`] }) : asks('delete_everything', {}))
    }
    expect(await ask(server, 'Delete it all')).toMatchObject({ speaker: 'provider', message: 'I was told: no.' })
    expect(resultsIn(heard[1]?.body ?? '')[0]?.content).toContain('There is no such tool')
  })

  it.each<[string, Script, string]>([
    ['refuses the key', (_, response) => void response.writeHead(401).end('{}'), 'rejected the API key (HTTP 401)'],
    ['breaks off', (request) => void request.socket.destroy(), "can't be reached, or closed the connection"],
    [
      'says figures only',
      (_, response) => json(response, says({ sentences: ['There are 7777 of them.'] })),
      'said nothing that can be shown',
    ],
    [
      'never comes to an end',
      (_, response) => json(response, asks('ask_data', { question: 'Is everything ok?' })),
      'asked more than six times and gave no reply',
    ],
    [
      'calls the tool wrongly for ever',
      (_, response) => json(response, asks('ask_data', { query: 7 })),
      'asked more than six times and gave no reply',
    ],
  ])('that %s leaves the answer to the built-in one, and that is said', async (_, wrong, said) => {
    script = wrong
    const answer: Answer = await ask(server, 'How many records failed in the past 24 hours?')
    expect(answer).toMatchObject({
      ...{ speaker: 'built-in', provider: null, note: `OpenAI ${said}. The built-in assistant answered instead.` },
    })
    expect(factOf(answer, 'Failed records') ?? answer.facts[0]?.value).toBe(4)
    expect(heard.length).toBeLessThanOrEqual(7)
    expect((await read()).last).toMatchObject({ provider: 'OpenAI', isOk: false, said })
  })

  it('is let go when the person stops, and nothing is kept of the question', async () => {
    const kept = () => server.ask('GET', '/api/ai/conversations', { as: 'adminA' })
    const before = (await kept()).body
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    script = (request) => {
      request.socket.once('close', () => left.resolve())
      asked.resolve()
    }
    const stop = new AbortController()
    const reply = fetch(`${await listening(server)}/api/ai/chat`, {
      ...{ method: 'POST', signal: stop.signal, body: JSON.stringify({ message: 'Is everything ok?' }) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.sessions.adminA.accessToken}` },
    })
    await asked.promise
    stop.abort()
    await expect(reply).rejects.toThrow()
    await left.promise
    await vi.waitFor(async () =>
      expect((await read()).last).toMatchObject({ isOk: false, said: 'was stopped by the person who asked' }),
    )
    expect((await kept()).body).toBe(before)
  })

  it('is asked no more once the built-in one is chosen', async () => {
    expect((await save({ assistantProvider: 'built-in' })).statusCode).toBe(200)
    const answer = await ask(server, 'Is everything ok?')
    expect([answer.speaker, answer.note, heard.length]).toEqual(['built-in', null, 0])
    expect((await save({ assistantProvider: 'openai' })).statusCode).toBe(200)
  })

  it('is not asked when the tokens of the day are used up', async () => {
    await save({ tokensADay: 1_000 })
    await sql`update ai_usage set tokens = 1000`.execute(server.database.db)
    const answer = await ask(server, 'Is everything ok?')
    expect([answer.speaker, heard.length]).toEqual(['built-in', 0])
    expect(answer.note).toContain('the tokens of the company for today are used up')
    await sql`update ai_usage set tokens = 0`.execute(server.database.db)
  })
})

describe('the settings', () => {
  it('never give a key back, and send a stored one to its own address only', async () => {
    const settings = await read()
    expect(settings.value.openai.apiKey).toEqual({ set: true, last4: '6789' })
    expect(JSON.stringify(settings)).not.toContain(key)
    const { rows } = await sql`select * from company_settings`.execute(server.database.db)
    expect(JSON.stringify(rows)).not.toContain(key)
    const moved = await save(({ openai: own }) => ({ openai: { ...own, baseUrl: 'https://evil.example/v1' } }))
    expect(moved.json()).toMatchObject({ status: 400, errors: [{ path: '/value/openai/apiKey' }] })
    const value = { ...settings.value, openai: { ...settings.value.openai, baseUrl: 'https://evil.example/v1' } }
    expect((await server.ask('POST', `${path}/test`, { as: 'adminA', body: { provider: 'openai', value } })).statusCode).toBe(400)
  })

  it('refuse what cannot be used, and are for administrators', async () => {
    const off = await save(({ openai: own }) => ({ openai: { ...own, enabled: false } }))
    expect(off.json()).toMatchObject({ errors: [{ path: '/value/assistantProvider' }] })
    const keyless = await save(({ gemini }) => ({ gemini: { ...gemini, enabled: true, defaultModel: 'x' } }))
    expect(keyless.json()).toMatchObject({ errors: [{ path: '/value/gemini/apiKey', message: 'API key is required' }] })
    expect((await server.ask('GET', path, { as: 'userA' })).statusCode).toBe(403)
  })

  it('test a provider by its list of models', async () => {
    script = (_, response) => json(response, { data: [{ id: 'tiny' }, { id: 'large' }] })
    const { value } = await read()
    const test = async () =>
      (await server.ask('POST', `${path}/test`, { as: 'adminA', body: { provider: 'openai', value } })).json<AiTest>()
    expect(await test()).toEqual({ success: true, message: 'OpenAI accepted the API key.', models: ['tiny', 'large'] })
    expect(heard[0]).toMatchObject({ url: '/v1/models', key: `Bearer ${key}` })
    script = (_, response) => void response.writeHead(401).end()
    expect(await test()).toEqual({ success: false, message: 'Test failed: OpenAI rejected the API key (HTTP 401).', models: [] })
    script = (_, response) => json(response, {})
    const sisense = { ...value.sisense, apiKey: 'own-key', serverUrl: new URL(address()).origin }
    const body = { provider: 'sisense', value: { ...value, sisense } }
    expect((await server.ask('POST', `${path}/test`, { as: 'adminA', body })).json<AiTest>().success).toBe(true)
    expect(heard.at(-1)).toMatchObject({ url: '/api/v1/application/status', key: 'Bearer own-key' })
  })
})
