/** Records that are looked for before they are sent: what is found is changed, what is not is created, and a lost response creates nothing twice. */
import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { FindRequest } from '#contract/connectors/config/operations/find.ts'
import { filledUrl } from '#server/engine/kinds/http/find/field-url.ts'
import { findCheckOf, finderOf } from '#server/engine/kinds/http/find/finder.ts'
import { foundIn } from '#server/engine/kinds/http/find/found.ts'
import { compilePlan } from '#server/engine/plan/plan.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startCrm } from '../kit/crm.ts'
import { play, type Scene } from '../kit/scene.ts'
import { configFor, eventually } from '../kit/stage.ts'

const toCrm =
  (url: string, find: Partial<FindRequest> = {}) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    source: { ...config.source, listPath: 'items', keyFields: ['key'] },
    destination: {
      type: 'http',
      url: `${url}/contacts`,
      requestMethod: 'POST',
      operation: {
        do: 'find',
        parameters: [],
        idPath: 'id',
        find: { method: 'GET', url: `${url}/contacts?limit=5&email={email}`, resultPath: 'results', ...find },
        update: { method: 'PATCH', url: `${url}/contacts/{found.id}` },
      },
    },
  })

const people = (emails: readonly (string | null)[]) => (_: unknown, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ items: emails.map((email, at) => ({ key: `k${at}`, email, name: `Person ${at}` })) }))
  return true
}

async function idsOf({ database, place }: Scene) {
  const { transactions } = await pageOfTransactions(
    database.db,
    { companyId: place.companyId, connectorId: place.connectorId },
    1,
    500,
  )
  return Object.fromEntries(transactions.map((it) => [it.recordKey, it.remoteId ?? it.error?.code ?? null]))
}

describeOnEachDatabase('find, then create or update', (open) => {
  it('changes what is found and creates what is not, encodes values, and sends nothing where several are found or a value is missing', async () => {
    const { database } = await open()
    const crm = await startCrm([
      { id: 'a/1', email: 'a+b@x.test' },
      { id: '7730', email: 'twice@x.test' },
      { id: '9102', email: 'twice@x.test' },
    ])
    const emails = ['a+b@x.test', 'new&email=a+b@x.test', 'twice@x.test', '', null]
    const scene = await play(database, { script: people(emails), config: { paging: null }, change: toCrm(crm.url) })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2, recordsFailed: 3 })
    expect(await idsOf(scene)).toEqual({
      k0: 'a/1',
      k1: 'n/4',
      k2: 'destination/several-found',
      k3: 'record/no-address',
      k4: 'record/no-address',
    })
    const sent = crm.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
    expect(sent.toSorted()).toEqual(['PATCH /contacts/a%2F1', 'POST /contacts'])
    // A search is made again where the machine stalls between it and what it is for.
    expect(new Set(crm.requests.filter(({ method }) => method === 'GET').map(({ path }) => path)).size).toBe(3)
  })

  it('follows the next pages of a search, and takes pages without anything new for its end', async () => {
    const { database } = await open()
    const crm = await startCrm([{ id: '7', email: 'far@x.test' }], ({ method, path }, response) => {
      if (method !== 'GET') return false
      const { searchParams: query } = new URL(path, 'http://crm')
      const [email, page] = [query.get('email'), Number(query.get('page') ?? 1)]
      const results = email === 'far@x.test' && page === 3 ? [{ id: '7', email }] : []
      const next = `/contacts?email=${email}&page=${page + 1}`
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results, next }))
      return true
    })
    const change = toCrm(crm.url, { matchPath: 'email', matchField: 'email' })
    const scene = await play(database, { script: people(['far@x.test', 'new@x.test']), config: { paging: null }, change })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2 })
    expect(await idsOf(scene)).toEqual({ k0: '7', k1: 'n/2' })
    expect(new Set(crm.requests.filter(({ method }) => method === 'GET').map(({ path }) => path)).size).toBe(7)
  })

  it('creates nothing twice where responses get lost, nor for two records of one person', async () => {
    const { database } = await open()
    const lost = new Set<string>()
    // The response to the first request that creates a person is lost, and that to one search.
    const crm = await startCrm([], ({ method, path, body }, response) => {
      const name = `${method} ${path} ${body}`
      if (lost.has(name) || (method !== 'POST' && path !== '/contacts?limit=5&email=p3%40x.test')) return false
      lost.add(name)
      response.destroy()
      return true
    })
    const emails = Array.from({ length: 40 }, (_, at) => `p${at % 30}@x.test`)
    const scene = await play(database, {
      script: people(emails),
      config: { paging: null },
      change: toCrm(crm.url),
      limits: { retryBase: 10, retryCap: 50, probePause: 20 },
    })
    expect(await scene.over(50_000)).toMatchObject({ recordsDelivered: 40, recordsFailed: 0, recordsUnknown: 0 })
    expect(lost.size).toBe(31)
    expect(new Set(crm.contacts.map(({ email }) => email)).size).toBe(30)
    expect(crm.contacts).toHaveLength(30)
  })

  const quick = { retryBase: 10, retryCap: 40, probePause: 20 }
  /** The response to each request that creates is lost. */
  const lostCreations = ({ method }: { readonly method: string }, response: ServerResponse) => {
    if (method === 'POST') response.destroy()
    return method === 'POST'
  }

  it('searches again for what may have been created, until the search shows it', async () => {
    const { database } = await open()
    const crm = await startCrm([], lostCreations, 0, 3)
    const scene = await play(database, {
      script: people(['a@x.test', 'b@x.test', 'a@x.test']),
      config: { paging: null },
      change: toCrm(crm.url),
      limits: quick,
    })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 3, recordsUnknown: 0 })
    expect(crm.contacts.map(({ email }) => email).toSorted()).toEqual(['a@x.test', 'b@x.test'])
  })

  it('says that it searches, and ends as unknown what the search never shows', async () => {
    const { database } = await open()
    const crm = await startCrm([], lostCreations, 0, 1_000)
    const scene = await play(database, {
      script: people(['a@x.test']),
      config: { paging: null },
      change: toCrm(crm.url),
      limits: { ...quick, searchMax: 1_000 },
    })
    const waiting = await eventually(
      () => scene.now(),
      ({ statusNext }) => statusNext?.includes('search again') === true,
    )
    expect(waiting.statusNext).toMatch(/^We search again after 0\.\d+ s, for up to 1 s in total\.$/)
    expect(await scene.over()).toMatchObject({ recordsDelivered: 0, recordsFailed: 0, recordsUnknown: 1 })
    expect(crm.contacts).toHaveLength(1)
    expect(crm.requests.filter(({ method }) => method === 'GET').length).toBeGreaterThan(5)
  })

  it('creates no second record for one search, and takes a gateway that gave up waiting for a lost response', async () => {
    const { database } = await open()
    const crm = await startCrm([{ id: '1', email: 'known@x.test' }], undefined, 0, 1_000)
    const twins = await play(database, {
      script: people(['a@x.test', 'a@x.test']),
      config: { paging: null },
      change: toCrm(crm.url),
      limits: { ...quick, searchMax: 100 },
    })
    expect(await twins.over()).toMatchObject({ recordsDelivered: 1, recordsFailed: 1, recordsUnknown: 0 })
    expect(crm.contacts).toHaveLength(2)

    const slow = await startCrm(
      [],
      ({ method }, response) => {
        if (method === 'POST') response.writeHead(504).end()
        return method === 'POST'
      },
      0,
      2,
    )
    const behind = await play(database, {
      script: people(['a@x.test']),
      config: { paging: null },
      change: toCrm(slow.url),
      limits: quick,
    })
    expect(await behind.over()).toMatchObject({ recordsDelivered: 1, recordsUnknown: 0 })
    expect(slow.contacts).toHaveLength(1)
  })

  it('searches by POST, takes the first or the one with the same value, and creates nothing where the search says nothing', async () => {
    const { database } = await open()
    const two = [
      { id: '1', email: 'a@x.test' },
      { id: '2', email: 'a@x.test' },
    ]
    const byPost = await startCrm(two)
    const post = { method: 'POST', url: `${byPost.url}/search`, body: '{"email":"{email}","limit":5}', onMany: 'first' } as const
    const first = await play(database, {
      script: people(['a@x.test', 'b"@x.test']),
      config: { paging: null },
      change: toCrm(byPost.url, post),
    })
    expect(await first.over()).toMatchObject({ recordsDelivered: 2 })
    expect(await idsOf(first)).toEqual({ k0: '1', k1: 'n/3' })

    const similar = await startCrm([], ({ method }, response) => {
      if (method === 'GET')
        response.end(
          JSON.stringify({
            results: [
              { id: '5', email: 'x.A@x.test' },
              { id: '6', email: 'A@x.test' },
            ],
          }),
        )
      return method === 'GET'
    })
    const same = await play(database, {
      script: people(['a@x.test', 'c@x.test']),
      config: { paging: null },
      change: toCrm(similar.url, { matchPath: 'email', matchField: 'email' }),
    })
    await same.over()
    expect(similar.requests.filter(({ method }) => method !== 'GET').map((it) => `${it.method} ${it.path}`)).toEqual(
      expect.arrayContaining(['PATCH /contacts/6', 'POST /contacts']),
    )

    // The query is ignored: which record is meant by one of the searches, nobody can say.
    const deaf = await startCrm([{ id: '1', email: 'z@x.test' }], ({ method }, response) => {
      if (method === 'GET') response.end('{"results":[{"id":"1","email":"z@x.test"}]}')
      return method === 'GET'
    })
    const overwriting = await play(database, {
      script: people(['a@x.test', 'b@x.test', 'c@x.test', 'a@x.test']),
      config: { paging: null },
      change: toCrm(deaf.url),
    })
    expect(await overwriting.over()).toMatchObject({ recordsFailed: expect.toSatisfy((failed: number) => failed >= 2) })
    const patched = deaf.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body).email)
    expect(new Set(patched).size).toBe(1)
    expect(deaf.contacts).toHaveLength(1)

    for (const answer of ['{"items":[]}', '{"error":"no access"}', 'fine']) {
      const silent = await startCrm([], ({ method }, response) => {
        if (method === 'GET') response.end(answer)
        return method === 'GET'
      })
      const scene = await play(database, { script: people(['a@x.test']), config: { paging: null }, change: toCrm(silent.url) })
      expect(await scene.over()).toMatchObject({ recordsDelivered: 0, recordsFailed: 1 })
      expect(silent.contacts).toEqual([])
    }
  })
})

describe('what is looked for', () => {
  const request: FindRequest = { method: 'GET', url: 'https://crm.example.com/contacts?email={email}', resultPath: 'results' }
  const answered = (value: unknown, find: Partial<FindRequest> = {}, status = 200, record: unknown = { email: 'a@x.test' }) => {
    const body = Buffer.from(JSON.stringify(value))
    const answer = { status, headers: { 'content-type': 'application/json' }, body, bytes: body.length }
    const it = foundIn({ ...request, ...find }, answer, record, (text) => text)
    return 'found' in it ? it.found : it.outcome.outcome
  }

  it('is looked for on next pages of its own server only, with the key of the search, and not created where more pages are left', async () => {
    const foreign = await startCrm()
    const crm = await startCrm([], ({ path }, response) => {
      const { searchParams: query } = new URL(path, 'http://crm')
      const page = Number(query.get('page') ?? 1)
      const next = query.get('email') === 'other@x.test' ? `${foreign.url}/c` : `/contacts?email=many@x.test&page=${page + 1}`
      response.end(JSON.stringify({ results: [{ id: page, email: `${page}@x.test` }], next }))
      return true
    })
    const { destination } = toCrm(crm.url, { matchPath: 'email', matchField: 'email' })(
      configFor({ source: crm.url, destination: '', strategy: 'individual' }),
    )
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: 'k-1' } as const
    const outbound = createOutbound({ egressAllow: ['127.0.0.1/32'] })
    onTestFinished(() => outbound.close())
    const finder = await finderOf(
      { ...destination, auth },
      { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] },
    )
    const never = new AbortController().signal
    for (const email of ['other@x.test', 'many@x.test'])
      expect(
        await finder?.targetOf(JSON.stringify({ email }), { signal: never, withdrawn: never, mayStart: () => true }, (thrown) => {
          throw thrown
        }),
      ).toMatchObject({ outcome: { outcome: 'refused' } })
    expect(foreign.requests).toEqual([])
    const asked = crm.requests.map(({ path }) => new URL(path, 'http://crm').searchParams)
    expect(asked.map((query) => [query.get('page'), query.get('key')])).toEqual([
      ...[null, null, '2', '3', '4'].map((page) => [page, 'k-1']),
    ])
  })

  it('is put into a URL by every name that a template has', () => {
    const record = { lines: [{ sku: 'a/b' }], größe: 'ü', 'a-b': 1 }
    const filled = (text: string) => String(filledUrl(new URL(text), { record, found: { ids: [7] } }, 'search'))
    expect(filled('https://x.test/{lines[0].sku}/{größe}?s={lines[0].sku}&g={größe}&n={a-b}&o={ 1 }')).toBe(
      'https://x.test/a%2Fb/%C3%BC?s=a%2Fb&g=%C3%BC&n=1&o={%201%20}',
    )
    expect(filled('https://x.test/{found.ids[0]}')).toBe('https://x.test/7')
  })

  it('is missing only where the response says so', () => {
    expect(answered({}, {}, 404)).toBe('refused')
    expect(answered({}, { url: 'https://crm.example.com/contacts/{email}' }, 404)).toBeNull()
    expect(answered({ results: ['12', '13'] })).toBe('refused')
    expect(answered({ results: [] })).toBeNull()
    expect(answered({ results: [null] })).toBeNull()
    const match = { matchPath: 'mail', matchField: 'email' }
    expect(answered({ results: [{ id: 1, email: 'a@x.test' }] }, match)).toBe('refused')
    expect(answered({ results: [{ id: 1, mail: 'b@x.test' }, { id: 2 }] }, match)).toBeNull()
    expect(answered({ results: [{ id: 1 }, { id: 2, mail: '' }, { id: 3, mail: 'c' }] }, match, 200, { email: ' ' })).toBeNull()
  })

  it('is not known where not all results are shown', () => {
    const other = { id: 1, email: 'b@x.test' }
    const match = { matchPath: 'email', matchField: 'email' }
    expect(answered({ results: [other], next: '/s?page=2', total: 900 }, match)).toBe('refused')
    expect(answered({ results: [other], next: '/s?page=2' }, match)).toBe('refused')
    expect(answered({ data: { results: [other], total: 900 } }, { ...match, resultPath: 'data.results' })).toBe('refused')
    expect(answered({ results: [], total: 3 })).toBe('refused')
    expect(answered({ results: [other], total: 900 })).toBe('refused')
    expect(answered({ results: [other], next: null, total: 1 }, match)).toBeNull()
    expect(answered({ results: [other, { id: 2, email: 'a@x.test' }], total: 900 }, match)).toMatchObject({ id: 2 })
  })

  it('needs a value, in a body and in the field of the record too', () => {
    const check = (find: Partial<FindRequest>, record: unknown) => {
      const { destination } = toCrm(
        'https://crm.example.com',
        find,
      )(configFor({ source: 'https://shop.example.com', destination: '', strategy: 'individual' }))
      return findCheckOf(destination)?.(record)?.code ?? null
    }
    const post = { method: 'POST', url: 'https://crm.example.com/search', body: '{"email":"{email}"}' } as const
    expect([{ email: 'a' }, { email: '' }, { email: ' ' }, {}].map((it) => check(post, it))).toEqual([
      ...[null, 'record/no-address', 'record/no-address', 'record/no-address'],
    ])
    expect(check(post, { email: '\ud800' })).toBe('record/unreadable')
    expect(check({ matchPath: 'id', matchField: 'no' }, { email: 'a', no: null })).toBe('record/no-address')
  })
})

describe('the check of a search', () => {
  const faults = (find: Partial<FindRequest>, updateUrl = 'https://crm.example.com/contacts/{found.id}') => {
    const config = toCrm(
      'https://crm.example.com',
      find,
    )(configFor({ source: 'https://shop.example.com', destination: '', strategy: 'individual' }))
    const operation = config.destination.operation
    if (operation?.update === undefined) throw new Error('no update')
    const changed = { ...operation, update: { ...operation.update, url: updateUrl } }
    const plan = compilePlan({ ...config, destination: { ...config.destination, operation: changed } })
    return 'errors' in plan ? plan.errors.map(({ path }) => path.replace('/destination/operation/', '')) : []
  }
  it('names what is missing, and refuses another server', () => {
    expect(faults({})).toEqual([])
    expect(faults({ url: 'https://crm.example.com/contacts' })).toEqual(['find/url'])
    expect(faults({ url: 'https://evil.example.com/{email}' })).toEqual(['find/url'])
    expect(faults({}, 'https://crm.example.com/contacts/{email}')).toEqual(['update/url'])
    expect(faults({}, 'http://crm.example.com/contacts/{found.id}')).toEqual(['update/url'])
    expect(faults({ matchPath: 'email' })).toEqual(['find/matchField'])
    expect(faults({ resultPath: 'results[*]' })).toEqual(['find/resultPath'])
    expect(faults({ method: 'POST', body: '{"a": {email}' })).toEqual(['find/body'])
    expect(faults({ url: 'https://crm.example.com/contacts?sku={lines[0].sku}&size={größe}' })).toEqual([])
    for (const field of ['lines[*].sku', 'a/b', 'a?b', 'a#b'])
      expect(faults({ url: `https://crm.example.com/contacts?sku={${field}}` })).toEqual(['find/url'])
  })
})
