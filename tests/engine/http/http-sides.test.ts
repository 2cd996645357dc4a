/** What an HTTP side sends: its method, its queries, its body and the texts that are put into them; and how long it waits when it is asked to. */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { checkHttpDestination, checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'

type Heard = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string }

/** Reads a page of a source; what it was sent, and the page or the fault. */
async function readFrom(change: Partial<SourceConfig>, headers: Record<string, string> = {}, status = 200) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, url, headers: sent } = request
    heard.push({ method, url, headers: sent, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(status, headers).end('[{"id":1}]')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(async () => {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { type: 'http', isList: true, ...change, url: `${origin}${change.url ?? '/'}` } as const
  expect(checkHttpSource(config)).toEqual([])
  const source = await openHttpSource(config, { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] })
  const page = await source.read(source.start(null), new AbortController().signal).catch((thrown: unknown) => thrown)
  await source.close?.()
  return { heard, page }
}

const value = (key: string, text: string) => ({ key, value: text })

describe('a source', () => {
  it.each(['POST', 'PUT', 'PATCH'] as const)('is read by %s with its body, texts put in', async (requestMethod) => {
    const { heard, page } = await readFrom({
      requestMethod,
      url: '/{{where}}?kept=1&tag=a',
      headers: [value('X-Tenant', '{{tenant}}'), { ...value('X-Off', 'no'), active: false }],
      queries: [value('tag', 'b'), { key: 'shown', urlKey: 'tag', value: '{{tenant}}' }, { ...value('off', '1'), active: false }],
      variables: [value('where', 'a b/c'), value('tenant', 't{{where}}'), { ...value('gone', 'x'), active: false }],
      body: { rawContent: '{"since":"{{tenant}}","gone":"{gone}"}' },
    })
    expect(page).toMatchObject({ records: [{ id: 1 }] })
    expect(heard).toMatchObject([
      {
        method: requestMethod,
        url: '/a%20b/c?kept=1&tag=b&tag=t%7B%7Bwhere%7D%7D',
        body: '{"since":"t{{where}}","gone":"{gone}"}',
        headers: { 'x-tenant': 't{{where}}', 'content-type': 'application/json' },
      },
    ])
    expect(heard[0]?.headers).not.toHaveProperty('x-off')
  })

  it('is read by GET without a body', async () => {
    const { heard } = await readFrom({ body: { rawContent: '{}' } })
    expect(heard).toMatchObject([{ method: 'GET', body: '' }])
    expect(heard[0]?.headers).not.toHaveProperty('content-type')
  })

  it.each([
    ['{"since":"{{cursor}}"}', '{"since":"a\\"b"}'],
    ['since={{cursor}}', 'since=a"b'],
  ])('puts a cursor into %s as one text', async (rawContent, sent) => {
    const incrementalConfig = { by: 'field', cursorPath: 'at', initialValue: 'a"b' } as const
    const { heard } = await readFrom({
      requestMethod: 'POST',
      body: { rawContent },
      listConfig: { type: 'single', iterationPath: '', incrementalConfig } as never,
    })
    expect(heard.map(({ body }) => body)).toEqual([sent])
  })

  it.each([
    ['3600', true],
    ['3601', false],
    ['1000000000', false],
  ])('that asks to wait %s s is asked again: %s', async (seconds, retry) => {
    const { page } = await readFrom({}, { 'retry-after': seconds }, 429)
    if (!(page instanceof SourceFault)) throw new Error(String(page))
    expect([page.retry, page.problem.retryAfter]).toEqual([retry, 3_600_000])
    expect(page.problem.message.includes('It requested a wait until')).toBe(!retry)
  })
})

describe('before anything is sent', () => {
  const source = (more: Partial<SourceConfig>): SourceConfig => ({ type: 'http', url: 'https://a.example/', ...more })
  const destination = (more: Partial<DestinationConfig>): DestinationConfig => ({
    type: 'http',
    url: 'https://a.example/',
    ...more,
  })
  const auth = {
    type: 'oauth2ClientCredentials',
    tokenUrl: 'https://login.example/token',
    clientId: 'c',
    clientSecret: 's',
  } as const

  it.each(['HEAD', 'OPTIONS', 'DELETE'] as const)('a source by %s is refused with the reason', (requestMethod) => {
    expect(checkHttpSource(source({ requestMethod }))).toMatchObject([
      { path: '/requestMethod', message: expect.stringMatching(/\w{3} .{30,}/) },
    ])
  })

  it.each(['GET', 'HEAD', 'OPTIONS'] as const)('a destination by %s is refused with the reason', (requestMethod) => {
    expect(checkHttpDestination(destination({ requestMethod }))).toMatchObject([
      { path: '/requestMethod', message: expect.stringMatching(/\. Use POST, PUT, PATCH or DELETE$/) },
    ])
  })

  it('every other method passes', () => {
    for (const requestMethod of ['GET', 'POST', 'PUT', 'PATCH'] as const)
      expect(checkHttpSource(source({ requestMethod }))).toEqual([])
    for (const requestMethod of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect(checkHttpDestination(destination({ requestMethod }))).toEqual([])
  })

  it('a token endpoint is an address without a name or password in it, and has a client', () => {
    expect(checkHttpSource(source({ auth }))).toEqual([])
    const wrong = (more: Partial<typeof auth>) =>
      checkHttpDestination(destination({ auth: { ...auth, ...more } as never })).map(({ path }) => path)
    expect(wrong({ tokenUrl: '' as never })).toEqual(['/auth/tokenUrl'])
    expect(wrong({ tokenUrl: 'ftp://login.example/' as never })).toEqual(['/auth/tokenUrl'])
    expect(wrong({ tokenUrl: 'https://u:p@login.example/' as never })).toEqual(['/auth/tokenUrl'])
    expect(wrong({ clientId: '' as never })).toEqual(['/auth/clientId'])
  })

  it('a text that no header can carry is refused, also when it is put in', () => {
    const config = source({ headers: [value('x', '{{v}}')], variables: [value('v', 'a\r\nHost: b')] })
    expect(checkHttpSource(config)).toMatchObject([{ path: '/headers/0' }])
  })

  it('a body of JSON stays JSON with the values of its variables', () => {
    const faults = (rawContent: string, text: string) =>
      checkHttpSource(source({ requestMethod: 'POST', body: { rawContent }, variables: [value('v', text)] })).map(
        ({ path }) => path,
      )
    expect(faults('{"since": {{v}}}', '2026-01-01')).toEqual(['/body/rawContent'])
    expect(faults('{"since": {{v}}}', '5')).toEqual([])
    expect(faults('{"since": "{{v}}"}', 'a "b"')).toEqual([])
    expect(faults('since={{v}}', '2026-01-01')).toEqual([])
    expect(faults('{{v}}', 'any text')).toEqual([])
  })
})
