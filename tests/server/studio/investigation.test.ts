/** Looking into transactions: searching, filtering, paging, the whole way of one, and files of them. */

import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { RunReport } from '#contract/connectors/runs/run-report.ts'
import { problem } from '#contract/kit/problem.ts'
import { foundMax, type InvestigatedRecord, type Investigation } from '#contract/studio/investigation.ts'
import { transactionIdOf } from '#server/features/connectors/runs/transaction-rows.repository.ts'
import { mayHold, mayHoldInSql, scanTerms, termsOf } from '#server/platform/search/search-terms.ts'
import { liveConnector } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind, goodConfig } from '../kit/test-server.ts'
import { order, searches } from './investigation-cases.ts'
import { addScene } from './investigation-scene.ts'

const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

describeOnEachKind('investigation', (kind) => {
  const server = createTestServer({}, kind)
  let id = ''
  let newest = ''
  let oldest = ''
  beforeAll(async () => {
    id = await liveConnector(server)
    oldest = await addScene(server, { connectorId: id, at: daysAgo(40), records: [order(1), order(2)], isOld: true })
    await addScene(server, {
      connectorId: id,
      at: daysAgo(2),
      records: [
        order(11),
        order(12, {
          status: 'failure',
          error: problem('destination/refused', { message: 'The Größe is wrong.' }),
          answered: '{"field":"size"}',
        }),
        { key: '2', read: { id: 'ORD-13', password: 'hunter2hunter2' }, status: 'failure', error: problem('record/poison') },
        order(14, { status: 'skipped', error: problem('record/repeated') }),
        order(15, { status: 'unknown' }),
        order(16, { status: undefined }),
      ],
    })
    newest = await addScene(server, {
      connectorId: id,
      at: daysAgo(1),
      endpoint: 'https://erp.example.com/import',
      records: Array.from({ length: 30 }, (_, n) => order(100 + n)),
    })
  })

  async function search(query: Record<string, string>): Promise<Investigation> {
    const reply = await server.ask('GET', `/api-connectors/${id}/investigation?${new URLSearchParams(query)}`, { as: 'userA' })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<Investigation>()
  }
  const keysOf = async (query: Record<string, string>) =>
    (await search({ pageSize: '50', ...query })).transactions.map(({ recordKey }) => recordKey)

  it.each(searches)('finds %s: %s', async (_, text, keys) => {
    expect(await keysOf({ search: text })).toEqual(keys)
  })

  it('finds a transaction by its id, and every record of an endpoint', async () => {
    expect(await keysOf({ search: transactionIdOf(newest, 7) })).toEqual(['ORD-107'])
    expect(await keysOf({ search: transactionIdOf(oldest, 1).toUpperCase() })).toEqual(['ORD-2'])
    expect((await search({ search: 'erp.example.com' })).total).toBe(30)
    expect((await search({ search: 'erp.example.com ORD-103' })).total).toBe(1)
    expect((await search({ search: 'erp.exam' })).total).toBe(30)
  })

  it('finds a record by its id in the destination, and only by the whole of it', async () => {
    const { db } = server.database
    await sql`update transactions set remote_id = '003Ax7Q' where run_id = ${newest} and position in (7, 8)`.execute(db)
    await sql`update transactions set remote_id = '003Ax7R' where run_id = ${newest} and position = 8`.execute(db)
    expect(await keysOf({ search: '003ax7q' })).toEqual(['ORD-107'])
    expect(await keysOf({ search: '003Ax7R ORD-108' })).toEqual(['ORD-108'])
    expect(await keysOf({ search: '003Ax7R', status: 'failure' })).toEqual([])
    expect(await keysOf({ search: '003Ax' })).toEqual([])
    const [line = ''] = (await file({ search: '003Ax7Q' })).body.trimEnd().split('\n')
    expect(JSON.parse(line)).toMatchObject({ recordKey: 'ORD-107', remoteId: '003Ax7Q' })
    await sql`update transactions set remote_id = null where run_id = ${newest}`.execute(db)
  })

  it('says that the last word was taken for a beginning, and takes it for one in files and of this connector only', async () => {
    expect(await search({ search: 'ORD-12 LYO' })).toMatchObject({ beginning: 'lyo', total: 1 })
    expect(await search({ search: 'ORD-12 lyon' })).toMatchObject({ beginning: null, total: 1 })
    expect(await search({ search: 'ORD-99' })).toMatchObject({ beginning: null, total: 0 })
    expect((await file({ search: 'gro' })).body.trimEnd().split('\n')).toHaveLength(1)
    const other = await liveConnector(server)
    for (const [path, as, code] of [
      [other, 'userA', 200],
      [id, 'adminB', 404],
    ] as const) {
      const reply = await server.ask('GET', `/api-connectors/${path}/investigation?search=ORD-12*`, { as })
      expect([reply.statusCode, reply.json()['total'] ?? 0]).toEqual([code, 0])
    }
  })

  it('narrows by status and by time', async () => {
    expect(await keysOf({ search: 'OR lyon' })).toEqual([])
    expect(await keysOf({ search: 'ORD', status: 'failure' })).toEqual(['2', 'ORD-12'])
    expect(await keysOf({ search: 'ORD', status: 'skipped' })).toEqual(['ORD-14'])
    expect(await keysOf({ search: 'ORD', status: 'pending' })).toEqual(['ORD-16', 'ORD-15'])
    expect(await keysOf({ status: 'failure' })).toEqual(['2', 'ORD-12'])
    const inTime = { search: 'köln', startDate: daysAgo(3).toISOString(), endDate: daysAgo(1.5).toISOString() }
    expect(await keysOf(inTime)).toEqual(['ORD-15', 'ORD-11'])
    expect((await search({ search: 'köln', startDate: daysAgo(0.5).toISOString() })).total).toBe(0)
  })

  it('pages in either order, searching or not, and loses and repeats nothing', async () => {
    for (const text of ['', 'ORD']) {
      const newestFirst: string[] = []
      const oldestFirst: string[] = []
      for (let page = 1; page <= 4; page += 1) {
        const ask = { search: text, page: String(page), pageSize: '10' }
        const found = await search(ask)
        expect(found).toMatchObject({ total: 38, isMore: false, searchedUntil: null, page, pageSize: 10, totalPages: 4 })
        newestFirst.push(...found.transactions.map(({ transactionId }) => transactionId))
        oldestFirst.push(...(await search({ ...ask, order: 'oldest' })).transactions.map(({ transactionId }) => transactionId))
      }
      expect(new Set(newestFirst).size).toBe(38)
      expect(oldestFirst).toEqual(newestFirst.toReversed())
    }
    expect((await search({ search: 'ORD', page: '9' })).transactions).toEqual([])
  })

  it('counts up to its limit and says that there is more', async () => {
    const other = await liveConnector(server)
    const records = Array.from({ length: foundMax + 5 }, (_, n) => ({
      key: String(n),
      read: { v: 'same' },
      made: { v: 'same' },
      status: 'success' as const,
    }))
    await addScene(server, { connectorId: other, at: daysAgo(1), records: records.slice(0, foundMax) })
    const ask = () => server.ask('GET', `/api-connectors/${other}/investigation?search=same`, { as: 'userA' })
    expect((await ask()).json()).toMatchObject({ total: foundMax, isMore: false })
    await addScene(server, { connectorId: other, at: daysAgo(2), records: records.slice(foundMax) })
    expect((await ask()).json()).toMatchObject({ total: foundMax, isMore: true })
  })

  const recordAt = async (transactionId: string) =>
    (await server.ask('GET', `/api-connectors/${id}/investigation/${transactionId}`, { as: 'userA' })).json<InvestigatedRecord>()
  const found = async (text: string) => (await search({ search: text })).transactions[0]?.transactionId ?? ''

  it('names the example of a problem in the report of its run', async () => {
    const other = await liveConnector(server)
    const error = problem('destination/refused')
    const lost = { key: 'ORD-1', read: {}, made: { name: 'Greta Holm' }, status: 'failure' as const, error }
    await addScene(server, { connectorId: other, at: daysAgo(1), records: [lost] })
    const ask = async (path: string) => server.ask('GET', `/api-connectors/${other}/${path}`, { as: 'userA' })
    const [run] = (await ask('runs')).json<{ data: { runId: string }[] }>().data
    const report = (await ask(`runs/${run?.runId}/report`)).json<RunReport>()
    expect(report.problems[0]?.example).toMatchObject({ recordKey: 'ORD-1', recordName: 'Greta Holm' })
  })

  it('tells the whole way of a record', async () => {
    const record = await recordAt(await found('ORD-12'))
    expect(record).toMatchObject({
      transaction: { recordKey: 'ORD-12', status: 'failure', version: 1 },
      trigger: 'schedule',
      lookups: [],
      mappedFields: 1,
      attempts: [{ number: 1, outcome: 'refused', answer: { status: 422, body: '{"field":"size"}' } }],
      carried: 1,
    })
    const text = (it: InvestigatedRecord['asRead']) => (it && 'text' in it ? JSON.parse(it.text) : it)
    expect(text(record.asRead)).toEqual(order(12).read)
    expect(text(record.asDelivered)).toEqual(order(12).made)
  })

  it('says what was not kept and what was never made, and masks secrets', async () => {
    expect(await recordAt(await found('made-2'))).toMatchObject({ asRead: null, asDelivered: { text: expect.any(String) } })
    const poisoned = await recordAt(await found('ORD-13'))
    expect(poisoned).toMatchObject({ asDelivered: null, attempts: [] })
    expect(JSON.stringify(poisoned)).not.toContain('hunter2')
    expect(JSON.stringify(poisoned)).toContain('••••')
  })

  it('masks a secret that the company has saved, whatever field it stands in', async () => {
    const secret = 'k-7F2saved9Q'
    const source = { ...goodConfig.source, auth: { type: 'basic', username: 'me', password: secret } }
    const body = { connector: { name: 'keeps it' }, config: { ...goodConfig, source } }
    expect((await server.ask('POST', '/api-connectors/', { as: 'userA', key: 'keeps-it', body })).statusCode).toBe(201)
    const note = `The key is ${secret}, as told.`
    const own = await liveConnector(server)
    const runId = await addScene(server, {
      connectorId: own,
      at: daysAgo(3),
      records: [order(77, { read: { note }, made: { note, exact: JSON.rawJSON('9007199254740993.10') } })],
    })
    const at = (path: string) => server.ask('GET', `/api-connectors/${own}/investigation/${path}`, { as: 'userA' })
    const list = await server.ask('GET', `/api/analytics/transactions/${own}`, { as: 'userA' })
    for (const { body: shown } of [await at(transactionIdOf(runId, 0)), await at('export?format=ndjson'), list]) {
      expect(shown).toContain('The key is ••••, as told.')
      expect(shown).not.toContain(secret)
      expect(shown).toContain('9007199254740993.10')
    }
  })

  it('knows no transaction of another connector or company', async () => {
    const other = await liveConnector(server)
    const transactionId = await found('ORD-12')
    const ask = (path: string, as: 'userA' | 'otherA' | 'adminB') => server.ask('GET', path, { as })
    const reply = await ask(`/api-connectors/${other}/investigation/${transactionId}`, 'userA')
    expect([reply.statusCode, reply.json()['code']]).toEqual([404, 'transaction/not-found'])
    for (const who of ['otherA', 'adminB'] as const) {
      for (const rest of ['', '/export', `/${transactionId}`]) {
        const refused = await ask(`/api-connectors/${id}/investigation${rest}`, who)
        expect([refused.statusCode, refused.json()['code']]).toEqual([404, 'connector/not-found'])
      }
    }
  })

  const file = (query: Record<string, string>) =>
    server.ask('GET', `/api-connectors/${id}/investigation/export?${new URLSearchParams(query)}`, { as: 'userA' })

  it('writes what it finds as lines of JSON, all of it, without secrets', async () => {
    const reply = await file({})
    expect(reply.headers['content-disposition']).toBe('attachment; filename="transactions.ndjson"')
    const lines = reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { recordKey: string; payload: unknown })
    expect(lines).toHaveLength(38)
    expect(lines[0]).toMatchObject({ recordKey: 'ORD-129', payload: order(129).made })
    const few = (await file({ search: 'ORD', status: 'failure', order: 'oldest' })).body.trimEnd().split('\n')
    expect(few.map((line) => (JSON.parse(line) as { recordKey: string }).recordKey)).toEqual(['ORD-12', '2'])
  })

  it('writes CSV in which nothing becomes a formula', async () => {
    const other = await liveConnector(server)
    const record = {
      key: '=HYPERLINK("https://evil.example")',
      read: { token: 'abcdefgh' },
      made: { token: 'abcdefgh', email: '=g@a.example' },
      status: 'success' as const,
    }
    await addScene(server, { connectorId: other, at: daysAgo(1), records: [record] })
    const { body } = await server.ask('GET', `/api-connectors/${other}/investigation/export?format=csv`, { as: 'userA' })
    const [head, line] = body.split('\r\n')
    expect(head).toMatch(/^"transactionId","recordKey","recordName","remoteId","status",.*"payload"$/)
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(line).toContain(`,"'=g@a.example",,"success",`)
    expect(line).not.toContain('abcdefgh')
  })

  it('asks filters in the database as it does here', async () => {
    const { db } = server.database
    const terms = [1, 60, 700].map((count) => termsOf([Array.from({ length: count }, (_, n) => `word${n}`).join(' ')]))
    for (const [at, filter] of terms.entries()) {
      for (const text of ['word0', 'word59', 'word699', 'absent', 'absent2', 'word1 word2']) {
        const hashes: number[] = []
        scanTerms(Buffer.from(text), false, (hash) => hashes.push(hash))
        const { rows } = await sql<{
          held: boolean
        }>`select ${mayHoldInSql(sql`terms`, hashes)} as held from (select ${filter}::bytea as terms) as f`.execute(db)
        expect(rows[0]?.held, `${text} in ${at}`).toBe(mayHold(filter, hashes))
      }
    }
  })
})
