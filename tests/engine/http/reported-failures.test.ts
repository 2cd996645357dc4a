/** Answers of status 200 that say that the request failed, and answers that say that it did not. Decision 0049. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EnrichmentConfig, Lookup, SourceConfig } from '#contract/connectors/config/config.ts'
import { openHttpSystem } from '#server/engine/enrichment/request.ts'
import { openHttpDestination } from '#server/engine/kinds/http/destination.ts'
import { checkReading } from '#server/engine/kinds/http/response/success.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { no, yes } from './failure-answers.ts'

const all = [
  ...no.map(([name, body]) => [`no ${name}`, body] as const),
  ...yes.map(([name, body]) => [`yes ${name}`, body] as const),
]
const bodies = new Map(all.map(([name, body]) => [`/${encodeURIComponent(name)}`, JSON.stringify(body)]))
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' }).end(bodies.get(request.url ?? '') ?? 'null')
})
let outbound: Outbound
let at = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
})
afterAll(async () => {
  await outbound.close()
  server.close()
})

const tools = () => ({ outbound, readSecret: async () => '', heldEvents: async () => [] })
const never = new AbortController().signal

async function sourceSays(name: string, list: string | null): Promise<string | null> {
  const source = await openHttpSource(
    {
      type: 'http',
      url: `${at}/${encodeURIComponent(name)}`,
      requestMethod: 'GET',
      ...(list === null ? {} : { isList: true, listPath: list }),
    },
    tools(),
  )
  return source.read(source.start(null), never).then(
    () => null,
    (thrown: unknown) => {
      if (!(thrown instanceof SourceFault)) throw thrown
      return thrown.problem.message
    },
  )
}

async function destinationSays(name: string): Promise<string | null> {
  const to = await openHttpDestination({ type: 'http', url: `${at}/${encodeURIComponent(name)}`, requestMethod: 'POST' }, tools())
  const body = '{"id":900,"n":"a"}'
  const parcel = { key: 'k', body, bytes: Buffer.from(body), count: 1, texts: () => [body] }
  const outcome = await to.deliver(parcel, { signal: never, withdrawn: never, mayStart: () => true })
  return 'problem' in outcome ? outcome.problem.message : null
}

async function enrichmentSays(name: string, list: string | null): Promise<string | null> {
  const lookup: Lookup = {
    per: 'record',
    parameters: [{ in: 'header', name: 'x-id', sourcePath: 'id' }],
    resultPath: list ?? '',
    targetPath: 'found',
    notFound: 'null',
  }
  const config: EnrichmentConfig = {
    id: 'e',
    type: 'http',
    url: `${at}/${encodeURIComponent(name)}`,
    requestMethod: 'GET',
    lookup,
  }
  const system = await openHttpSystem(config, lookup, 'E', tools())
  const reply = await system.build([[1]]).send(never)
  return reply.kind === 'problem' ? reply.problem.message : null
}

describe('an answer of status 200 that says no', () => {
  it.each(no)('%s', async (name, _, list, says) => {
    for (const found of [
      await sourceSays(`no ${name}`, list),
      await destinationSays(`no ${name}`),
      await enrichmentSays(`no ${name}`, list),
    ]) {
      expect(found).toContain('reports an error: ')
      expect(found).toContain(says)
    }
  })
})

describe('an answer of status 200 that reports no failure', () => {
  it.each(yes)('%s', async (name, _, list) => {
    expect(await sourceSays(`yes ${name}`, list)).toBeNull()
    // A destination treats it as the failure that it looks like.
    if (list !== 'errors') expect(await destinationSays(`yes ${name}`)).toBeNull()
    expect(await enrichmentSays(`yes ${name}`, list)).toBeNull()
  })
})

describe('a list that is too long to be read at once', () => {
  const items = Array.from({ length: 12_000 }, (_, id) => ({ id, status: 'failed', error: 'x'.repeat(80) }))
  bodies.set('/long-yes', JSON.stringify({ errors: [], data: { items } }))
  bodies.set('/long-no', JSON.stringify({ data: { items }, errors: [{ message: 'Half of it is missing' }] }))

  it.each([
    ['long-yes', null],
    ['long-no', 'The source returned 200, but its response reports an error: "Half of it is missing".'],
  ])('is read as a short one: %s', async (name, says) => {
    expect(await sourceSays(name, 'data.items')).toBe(says)
  })
})

describe('a success condition', () => {
  const field = (path: string, value: string) => ({ field: { path, value } })
  const url = (name: string) => `${at}/${encodeURIComponent(name)}`

  it('with a field decides alone, for a source and an enrichment, too', async () => {
    const source = { type: 'http', url: url('no Slack'), requestMethod: 'GET', isList: true, listPath: 'members' } as const
    const read = async (success: SourceConfig['success']) => {
      const opened = await openHttpSource({ ...source, ...(success ? { success } : {}) }, tools())
      return opened.read(opened.start(null), never)
    }
    expect((await read(field('ok', 'false'))).records).toEqual([])
    await expect(read(field('ok', 'true'))).rejects.toThrow(
      'The source returned 200, but "ok" is false, not "true". This doesn\'t count as a success.',
    )
    await expect(read({ statuses: ['201'] })).rejects.toThrow("the success criteria don't include this status")
    await expect(read({ contentType: 'text/csv' })).rejects.toThrow('its content type is application/json, not text/csv')
    const lookup: Lookup = { per: 'record', parameters: [], resultPath: '', targetPath: 'x', notFound: 'null' }
    const enrichment: EnrichmentConfig = { id: 'e', type: 'http', url: url('no Slack'), requestMethod: 'GET', lookup }
    const ask = async (value: string) =>
      (await openHttpSystem({ ...enrichment, success: field('ok', value) }, lookup, 'E', tools())).build([[]]).send(never)
    expect(await ask('false')).toMatchObject({ kind: 'value' })
    expect(await ask('true')).toMatchObject({ kind: 'problem', problem: { code: 'lookup/refused' } })
  })

  it('of what is read may name only statuses that can hold records', () => {
    expect(checkReading({ statuses: ['200', '2xx', '404', '500'] })).toEqual([
      { path: '/statuses/2', message: 'Only responses with a status from 200 to 299 can contain records' },
      { path: '/statuses/3', message: 'Only responses with a status from 200 to 299 can contain records' },
    ])
  })
})
