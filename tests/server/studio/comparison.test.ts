/** A configuration beside the live one on records that were really read: which outputs differ, which now fail; nothing is sent (threat T-CRED). */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ConnectorConfig, EnrichmentConfig } from '#contract/connectors/config/config.ts'
import type { Comparison } from '#contract/studio/comparison.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { storedRecordsOf } from '#server/records/ledger/read-records.repository.ts'
import { canary, expectNothingKept, system } from '../builder/probes.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type TestServer, type Who } from '../kit/test-server.ts'

const line = (from: string, to: string, targetDataType: 'string' | 'number') => ({
  ...{ id: to, source: from, target: to, sourcePath: from, targetPath: to, targetDataType },
})
const live: ConnectorConfig = { ...goodConfig, dataMapping: [line('id', 'orderId', 'string'), line('n', 'amount', 'string')] }
const draft: ConnectorConfig = { ...goodConfig, dataMapping: [line('id', 'orderId', 'string'), line('n', 'amount', 'number')] }
const orders = [{ id: 'a', n: '1' }, { id: 'b', n: 'many' }, { id: 'c' }]

/** A page of the ledger as a run keeps it; without `kept`, as it was before records were kept. */
async function addPage(server: TestServer, connectorId: string, records: readonly unknown[], kept = true): Promise<string> {
  const runId = uuid()
  const { db } = server.database
  const company = server.companies.A
  await sql`insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records,
    source_startpoint, destination_endpoint, fingerprint, outline, body)
    values (${company}, ${connectorId}, ${runId}, 1, 1, 0, ${records.length}, 0, '', '', '', '', '')`.execute(db)
  if (!kept) return runId
  const { body, terms } = storedRecordsOf(records, Buffer.from(''))
  await sql`insert into read_pages (company_id, connector_id, run_id, number, read_at, body, terms)
    values (${company}, ${connectorId}, ${runId}, 1, now(), ${body}, ${terms})`.execute(db)
  return runId
}

async function deployed(server: TestServer, config: ConnectorConfig): Promise<string> {
  const { connector } = await makeConnector(server, 'userA', config)
  const whose = { companyId: server.companies.A, connectorId: connector._id }
  await addVersion(server.database.db, { ...whose, config, authorId: server.ids.userA })
  await sql`update connectors set live_version = 1 where id = ${connector._id}`.execute(server.database.db)
  return connector._id
}

const comparing =
  (server: TestServer) =>
  async (id: string, config: ConnectorConfig, more: object = {}, as: Who = 'userA') => {
    const reply = await server.ask('POST', `/api-connectors/${id}/comparison`, { as, body: { config, ...more } })
    return { status: reply.statusCode, told: reply.json<Comparison>(), body: reply.body }
  }

describeOnEachKind('a comparison', (kind) => {
  const server = createTestServer({}, kind)
  const compare = comparing(server)

  it('says of each record what differs and what now fails, the worst first', async () => {
    const id = await deployed(server, live)
    const runId = await addPage(server, id, orders)
    const { status, told } = await compare(id, draft)
    expect(status).toBe(200)
    expect(told).toMatchObject({ liveVersion: 1, notKept: 0, problem: null })
    expect(told.records.map(({ key, change }) => [key, change])).toEqual([
      ['b', 'fails'],
      ['a', 'differs'],
      ['c', 'same'],
    ])
    const [failing, other] = told.records
    expect(failing).toMatchObject({
      record: { id: 'b', n: 'many' },
      live: { outcome: 'mapped', output: { orderId: 'b', amount: 'many' }, problem: null },
      draft: { outcome: 'failed', problem: { code: 'mapping/failed' } },
      transactionId: `${runId.slice(0, 28)}00000001`,
    })
    expect([other?.live?.output, other?.draft.output]).toEqual([
      { orderId: 'a', amount: '1' },
      { orderId: 'a', amount: 1 },
    ])
  })

  it('takes the newest, says what was not kept, and what nothing runs beside', async () => {
    const { connector } = await makeConnector(server, 'userA', live)
    const id = connector._id
    await addPage(server, id, [{ id: 'old' }])
    await addPage(server, id, [{ id: 'lost' }], false)
    await addPage(server, id, [{ id: 'x' }, { id: 'y' }])
    const { told } = await compare(id, live, { limit: 3 })
    expect(told).toMatchObject({ liveVersion: null, notKept: 1 })
    expect(told.records.map(({ key, live: before, change }) => [key, before, change])).toEqual([
      ['y', null, 'new'],
      ['x', null, 'new'],
    ])
  })

  it('finds a record that was improved, and equal ones of two runs alike', async () => {
    const id = await deployed(server, draft)
    await addPage(server, id, [{ id: 'b', n: 'many' }])
    await addPage(server, id, [{ id: 'b', n: 'many' }])
    const { told } = await compare(id, live)
    expect(told.records.map(({ key, change }) => [key, change])).toEqual([
      ['b', 'works'],
      ['b', 'works'],
    ])
  })

  it('changes no number that a double cannot hold', async () => {
    const id = await deployed(server, { ...live, dataMapping: [] })
    const text = '{"id":"n","n":12345678901234567890.5}'
    const reviver = (_: string, value: unknown, { source }: { source?: string }) =>
      typeof value === 'number' && source ? JSON.rawJSON(source) : value
    await addPage(server, id, [JSON.parse(text, reviver)])
    const { body, told } = await compare(id, { ...live, dataMapping: [] })
    expect(body).toContain('12345678901234567890.5')
    expect(told.records.map(({ change }) => change)).toEqual(['same'])
  })

  it('has nothing to say where nothing was read', async () => {
    const id = await deployed(server, live)
    expect((await compare(id, draft)).told).toEqual({ liveVersion: 1, notKept: 0, records: [], problem: null })
  })

  it('is of a connector that one sees', async () => {
    const id = await deployed(server, live)
    for (const as of ['otherA', 'adminB'] as const) {
      expect((await compare(id, draft, {}, as)).told).toMatchObject({ status: 404, code: 'connector/not-found' })
    }
    expect((await compare(id, draft, {}, 'adminA')).status).toBe(200)
  })

  it.each([{ limit: 0 }, { limit: 51 }, { more: true }])('refuses %j', async (more) => {
    const id = await deployed(server, live)
    expect((await compare(id, draft, more)).told).toMatchObject({ status: 400, code: 'request/malformed' })
  })
})

describe('what a comparison asks', () => {
  const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
  const compare = comparing(server)
  const lookup: EnrichmentConfig['lookup'] = {
    ...{ per: 'record', resultPath: '', targetPath: 'more', notFound: 'null' },
    parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }],
  }
  const withLookup = (url: string, token: unknown): ConnectorConfig => ({
    ...goodConfig,
    dataMapping: [],
    enrichment: [{ id: 'e', type: 'http', url, requestMethod: 'GET', auth: { type: 'bearer', token: token as string }, lookup }],
  })

  it('is the enrichments, with saved secrets at their own address only; never the destination', async () => {
    const stock = await system(() => ({ status: 200, body: { left: 3, said: canary } }))
    const thief = await system(() => ({ status: 200, body: {} }))
    const crm = await system(() => ({ status: 200, body: {} }))
    const destination = {
      ...goodConfig.destination,
      ...{ url: `${crm.origin}/in`, auth: { type: 'bearer', token: canary } },
    } as ConnectorConfig['destination']
    const { connector } = await makeConnector(server, 'userA', { ...withLookup(stock.origin, canary), destination })
    await addPage(server, connector._id, [{ id: 'a' }])
    const mark = { set: true, last4: '1f9e' }
    const marked = { ...destination, auth: { type: 'bearer', token: mark } } as ConnectorConfig['destination']
    const { told, body } = await compare(connector._id, { ...withLookup(stock.origin, mark), destination: marked })
    expect(told.records).toMatchObject([
      { key: 'a', record: { id: 'a' }, draft: { output: { id: 'a', more: { left: 3, said: '••••' } } } },
    ])
    expect(stock.calls).toMatchObject([{ authorization: `Bearer ${canary}` }])
    expect(crm.calls).toEqual([])
    expect(body).not.toContain('canary')
    const stolen = await compare(connector._id, { ...withLookup(thief.origin, mark), destination: marked })
    expect(stolen.told.problem?.code).toBe('connector/invalid')
    expect(thief.calls).toEqual([])
  })

  it('says why an enrichment failed', async () => {
    const broken = await system(() => ({ status: 401, body: {} }))
    const { connector } = await makeConnector(server, 'userA', withLookup(broken.origin, canary))
    await addPage(server, connector._id, [{ id: 'a' }])
    const { told } = await compare(connector._id, withLookup(broken.origin, canary))
    expect(told.problem ?? told.records[0]?.draft.problem).toMatchObject({ code: 'lookup/refused' })
  })

  it('is nothing where the draft cannot be compiled', async () => {
    const { connector } = await makeConnector(server)
    await addPage(server, connector._id, [{ id: 'a' }])
    const bad = { ...goodConfig, dataMapping: [{ id: '1', source: 'a', target: 'b', sourcePath: 'a..', targetPath: 'b' }] }
    const { status, told } = await compare(connector._id, bad)
    expect([status, told.problem?.code, told.problem?.errors?.[0]?.path]).toEqual([
      200,
      'connector/invalid',
      '/config/dataMapping/0/sourcePath',
    ])
  })

  it('is kept and logged nowhere', async () => {
    await sql`truncate read_pages`.execute(server.database.db)
    await expectNothingKept(server)
  })
})

describe('the limit of comparisons', () => {
  const limited = createTestServer({ rateLimit: 120 })

  it('is one for each person', async () => {
    const id = await deployed(limited, live)
    const statuses = []
    for (let each = 0; each < 4; each += 1) statuses.push((await comparing(limited)(id, draft)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await comparing(limited)(id, draft, {}, 'adminA')).status).toBe(200)
  })
})
