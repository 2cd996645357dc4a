/** The dashboard's list: who sees what of it, how it is searched, filtered, sorted and cut into pages, and that its figures are those of the ledger. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { connectorOverview, type OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Overview } from '#contract/connectors/list/connector-overview.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type TestServer, type Who } from '../kit/test-server.ts'

type Answer = {
  readonly data?: { readonly connectorOverview: Overview } | null
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[]
}

const plain: OverviewVariables = {
  ...everyConnector,
  sort: 'name',
  direction: 'ascending',
  limit: 20,
  offset: 0,
}

describeOnEachKind('the list of connectors', (kind) => {
  const server = createTestServer({}, kind)
  const ids: Record<string, string> = {}

  const ask = (as: Who, variables: object = {}) =>
    server.ask('POST', '/graphql', { as, body: { query: connectorOverview.text, variables: { ...plain, ...variables } } })
  const read = async (as: Who, variables: Partial<OverviewVariables> = {}) => {
    const reply = (await ask(as, variables)).json<Answer>()
    if (!reply.data) throw new Error(JSON.stringify(reply.errors))
    return reply.data.connectorOverview
  }
  const names = async (variables: Partial<OverviewVariables>, as: Who = 'userA') =>
    (await read(as, variables)).items.map(({ name }) => name)

  beforeAll(async () => {
    const made = async (name: string, status: string, as: Who = 'userA', url = 'https://shop.example.com/orders') => {
      const { connector } = await makeConnector(server, as, { ...goodConfig, source: { ...goodConfig.source, url } })
      ids[name] = connector._id
      await sql`update connectors set name = ${name}, status = ${status}, status_before = ${status} where id = ${connector._id}`.execute(
        server.database.db,
      )
    }
    await made('Beta 100%', 'Active')
    await made('alpha_one', 'Pause', 'userA', 'https://stock.example.com/levels')
    await made('Gamma', 'Failed')
    await made('Delta', 'Draft')
    await made('Of somebody else', 'Active', 'otherA')
    await made('Of another company', 'Active', 'adminB')
    await ran(server, ids['Gamma'] ?? '', '2026-01-02T10:00:00Z')
    await ran(server, ids['Delta'] ?? '', '2026-01-03T10:00:00Z')
    await moved(server, ids['Beta 100%'] ?? '', 0, 'ledger_deltas', 5)
    await moved(server, ids['Beta 100%'] ?? '', 0, 'connector_sums', 7)
    await moved(server, ids['Beta 100%'] ?? '', 23, 'connector_sums', 11)
    await moved(server, ids['Beta 100%'] ?? '', 24, 'connector_sums', 1_000)
    await moved(server, ids['Delta'] ?? '', 3, 'ledger_deltas', 2)
    // Deleted: neither a row nor a part of any figure.
    await made('Deleted', 'Active')
    await moved(server, ids['Deleted'] ?? '', 0, 'ledger_deltas', 100)
    await moved(server, ids['Deleted'] ?? '', 3, 'connector_sums', 200)
    await sql`update connectors set deleted_at = now() where id = ${ids['Deleted'] ?? ''}`.execute(server.database.db)
  })

  it('holds what the person sees, and nothing else', async () => {
    const own = ['alpha_one', 'Beta 100%', 'Delta', 'Gamma']
    expect(await names({})).toEqual(own)
    expect(await names({}, 'otherA')).toEqual(['Of somebody else'])
    expect(await names({}, 'adminA')).toEqual([...own, 'Of somebody else'])
    expect(await names({}, 'superA')).toEqual([...own, 'Of somebody else'])
    expect(await names({}, 'adminB')).toEqual(['Of another company'])
    expect((await read('otherA', { search: 'gamma' })).total).toBe(0)
  })

  it('ticks the first steps by what is so, and leaves them out once all are done', async () => {
    const { db } = server.database
    const id = ids['Of another company'] ?? ''
    const steps = async () => (await read('adminB')).summary.firstSteps
    expect(await steps()).toEqual({ created: true, deployed: false, delivered: false, automatic: false })
    await addVersion(db, { companyId: server.companies.B, connectorId: id, config: goodConfig, authorId: server.ids.adminB })
    await sql`update connectors set live_version = 1 where id = ${id}`.execute(db)
    expect(await steps()).toMatchObject({ deployed: true, delivered: false })
    await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, records_delivered)
      values (${uuid()}, ${server.companies.B}, ${id}, 1, 'manual', 'succeeded', '', '', '{}', 3)`.execute(db)
    expect(await steps()).toEqual({ created: true, deployed: true, delivered: true, automatic: false })
    await sql`insert into schedules (connector_id, company_id, every_seconds) values (${id}, ${server.companies.B}, 60)`.execute(
      db,
    )
    expect(await steps()).toBeNull()
    // What others of the company have does not tick the steps of a person.
    expect((await read('userA')).summary.firstSteps).toMatchObject({ created: true, deployed: false })
  })

  it('is searched by name and by address, whatever the case, and takes no sign for another', async () => {
    expect(await names({ search: ' GAM ' })).toEqual(['Gamma'])
    expect(await names({ search: 'stock.EXAMPLE' })).toEqual(['alpha_one'])
    expect(await names({ search: 'crm.example.com/orders' })).toHaveLength(4)
    expect(await names({ search: '%' })).toEqual(['Beta 100%'])
    expect(await names({ search: '_' })).toEqual(['alpha_one'])
    for (const search of ["' or 1=1 --", "'; drop table connectors; --", '\\', '$1', '{}'])
      expect(await read('userA', { search })).toMatchObject({ total: 0, items: [] })
    expect(await names({})).toHaveLength(4)
  })

  it('follows a name that changes at once', async () => {
    const id = ids['Delta'] ?? ''
    const path = `/api-connectors/connectors/${id}`
    await server.ask('PATCH', path, { as: 'userA', body: { connector: { name: 'Epsilon' } } })
    expect(await names({ search: 'epsilon' })).toEqual(['Epsilon'])
    expect(await names({ search: 'delta' })).toEqual([])
    await server.ask('PATCH', path, { as: 'userA', body: { connector: { name: 'Delta' } } })
  })

  it('is filtered by status', async () => {
    expect(await names({ status: ['Failed'] })).toEqual(['Gamma'])
    expect(await names({ status: ['Failed', 'Active'] })).toEqual(['Beta 100%', 'Gamma'])
    expect(await names({ status: ['Failed'], search: 'beta' })).toEqual([])
  })

  it('is filtered by condition, and tells the sums of all whatever is searched for', async () => {
    expect(await names({ condition: ['failing'] })).toEqual(['Gamma'])
    expect(await names({ condition: ['paused', 'draft'], sort: 'condition' })).toEqual(['alpha_one', 'Delta'])
    expect(await names({ condition: ['noRecentData'], sort: 'throughput' })).toEqual(['Beta 100%'])
    expect(await names({ condition: ['healthy'] })).toEqual([])
    const { summary, total } = await read('userA', { search: 'beta', condition: ['paused'] })
    expect(total).toBe(0)
    expect(summary.counts.filter(({ count }) => count > 0)).toEqual([
      { condition: 'failing', count: 1 },
      { condition: 'noRecentData', count: 1 },
      { condition: 'paused', count: 1 },
      { condition: 'draft', count: 1 },
    ])
    expect(summary).toMatchObject({ delivered: 25, needAttention: 1, attention: [{ name: 'Gamma', condition: 'failing' }] })
    expect((await read('otherA')).summary).toMatchObject({ delivered: 0, needAttention: 0, attention: [] })
    expect((await read('adminB')).summary.counts.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  })

  it('says that a first run is in progress, in the row and in the sums, and not that data is missing', async () => {
    const { db } = server.database
    const [id, run] = [ids['Beta 100%'] ?? '', uuid()]
    await addVersion(db, { companyId: server.companies.A, connectorId: id, config: goodConfig, authorId: server.ids.userA })
    await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
      values (${run}, ${server.companies.A}, ${id}, 1, 'manual', 'running', '', '', '{}')`.execute(db)
    expect(await names({ condition: ['running'] })).toEqual(['Beta 100%'])
    expect(await names({ condition: ['noRecentData'] })).toEqual([])
    const { items, summary } = await read('userA', { search: 'beta' })
    expect(items.map(({ condition }) => condition)).toEqual(['running'])
    expect(summary.counts.filter(({ condition }) => ['running', 'noRecentData'].includes(condition))).toEqual([
      { condition: 'running', count: 1 },
      { condition: 'noRecentData', count: 0 },
    ])
    await sql`delete from runs where id = ${run}`.execute(db)
  })

  it('is sorted by condition, trouble first; equals stay by name', async () => {
    expect(await names({ sort: 'condition' })).toEqual(['Gamma', 'Beta 100%', 'alpha_one', 'Delta'])
    expect(await names({ sort: 'condition', direction: 'descending' })).toEqual(['Delta', 'alpha_one', 'Beta 100%', 'Gamma'])
  })

  it('is sorted; what has no value stands last whichever way', async () => {
    expect(await names({ direction: 'descending' })).toEqual(['Gamma', 'Delta', 'Beta 100%', 'alpha_one'])
    expect(await names({ sort: 'status' })).toEqual(['Gamma', 'Beta 100%', 'alpha_one', 'Delta'])
    expect(await names({ sort: 'lastRun' })).toEqual(['Gamma', 'Delta', 'alpha_one', 'Beta 100%'])
    expect(await names({ sort: 'lastRun', direction: 'descending' })).toEqual(['Delta', 'Gamma', 'alpha_one', 'Beta 100%'])
    expect(await names({ sort: 'throughput' })).toEqual(['Delta', 'Beta 100%', 'alpha_one', 'Gamma'])
    expect(await names({ sort: 'throughput', direction: 'descending' })).toEqual(['Beta 100%', 'Delta', 'alpha_one', 'Gamma'])
  })

  it('is cut into pages that hold each connector once, and says how many there are on a page behind the last', async () => {
    const seen: string[] = []
    for (let offset = 0; offset < 4; offset += 3) {
      const page = await read('userA', { limit: 3, offset, sort: 'status' })
      expect(page).toMatchObject({ total: 4, offset })
      seen.push(...page.items.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(4)
    expect(await read('userA', { offset: 400 })).toMatchObject({ total: 4, offset: 400, items: [] })
  })

  it('tells of each what was read hour by hour, with what is not added up yet', async () => {
    const { items, hoursSince } = await read('userA', { search: 'beta' })
    const hours = new Array<number>(24).fill(0)
    hours[23] = 12
    hours[0] = 11
    expect(items[0]?.hours).toEqual(hours)
    const { rows } = await sql<{ at: Date }>`select date_trunc('hour', now(), 'UTC') - interval '23 hours' as at`.execute(
      server.database.db,
    )
    expect(hoursSince).toBe(rows[0]?.at.toISOString())
  })

  it('shows of each what the other list shows', async () => {
    const [item] = (await read('userA', { search: 'gamma' })).items
    const listed = (await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'userA' })).json<
      { _id: string; lastRun: unknown; statusSince: string; statusReason: string; statusNext: string }[]
    >()
    const other = listed.find(({ _id }) => _id === ids['Gamma'])
    const { statusReason, lastRun } = other ?? {}
    expect(item).toMatchObject({ statusReason, lastRun })
    expect(item).toMatchObject({
      source: { url: 'https://shop.example.com/orders', type: 'http' },
      destination: { url: 'https://crm.example.com/orders', type: 'http' },
      nextRunAt: null,
      heldEvents: null,
    })
  })

  it('counts the destinations besides the first one', async () => {
    const other = { destination: { type: 'http', url: 'https://erp.example.com/orders', requestMethod: 'POST' }, dataMapping: [] }
    const others = [
      { id: 7, name: 'ERP', ...other },
      { id: 9, name: 'Stock', ...other },
    ]
    const config = { ...goodConfig, routes: { fit: 'all', first: { name: 'CRM' }, others } }
    const { connector } = await makeConnector(server, 'userA', config as ConnectorConfig)
    const found = (await read('userA', { limit: 100 })).items
    const moreOf = (id: string | undefined) => found.find((it) => it.id === id)?.moreDestinations
    expect([moreOf(connector._id), moreOf(ids['Gamma'])]).toEqual([2, 0])
    const removed = await server.ask('DELETE', `/api-connectors/${connector._id}`, { as: 'userA' })
    expect(removed.statusCode, removed.body).toBe(200)
  })

  it.each<[string, object]>([
    ['a sort that is none', { sort: 'owner_id' }],
    ['SQL for a sort', { sort: 'name; drop table connectors' }],
    ['a direction that is none', { direction: 'asc' }],
    ['a status that is none', { status: ['Gone'] }],
    ['a page too large', { limit: 101 }],
    ['a page of nothing', { limit: 0 }],
    ['a place before the first', { offset: -1 }],
    ['a number that is none', { offset: 1.5 }],
    ['a search too long', { search: 'x'.repeat(201) }],
    ['a character that no database keeps', { search: 'a\u0000b' }],
    ['half a character', { search: '\ud800' }],
  ])('refuses %s', async (_, variables) => {
    const reply = await ask('userA', variables)
    const { code, data, errors } = reply.json<Answer & { readonly code?: string }>()
    expect(data ?? null).toBeNull()
    expect(['request/malformed', 'graph/invalid']).toContain(code ?? errors?.[0]?.extensions['code'])
  })
})

describeOnEachKind('a connector whose run waits', (kind) => {
  const server = createTestServer({}, kind)
  const since = '2026-11-20T11:59:46.000Z'
  const waiting = {
    ...{
      since,
      side: 'destination',
      system: 'CRM',
      pace: null,
      nextAt: null,
      checkedEvery: 30,
      reason: 'HTTP 503',
      endsAt: null,
    },
  }

  /** Deployed long ago, with a run whose records failed before it; the open one has lost records that are unknown. */
  async function waits(kindOfWait: 'limited' | 'away'): Promise<string> {
    const { db } = server.database
    const { connector } = await makeConnector(server, 'userA')
    const id = connector._id
    await addVersion(db, { companyId: server.companies.A, connectorId: id, config: goodConfig, authorId: server.ids.userA })
    await sql`update connectors set status = 'Active', live_version = 1, status_since = '2026-11-01T00:00:00Z', name = ${kindOfWait}
      where id = ${id}`.execute(db)
    const run = (status: string, sums: RawBuilder<unknown>, wait: string | null) =>
      sql`
      insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, started_at, ended_at,
        records_read, records_delivered, records_failed, records_unknown, waiting)
      values (${uuid()}, ${server.companies.A}, ${id}, 1, 'schedule', ${status}, '', '', '{"next":null}', now(),
        case when ${status} = 'succeeded' then now() end, ${sums}, ${wait}::jsonb)`.execute(db)
    await run('succeeded', sql`10, 10, 0, 0`, null)
    await run('running', sql`250, 22, 0, 10`, JSON.stringify({ ...waiting, kind: kindOfWait }))
    return id
  }

  const overview = async () => {
    const reply = await server.ask('POST', '/graphql', { as: 'userA', body: { query: connectorOverview.text, variables: plain } })
    return reply.json<Answer>().data?.connectorOverview
  }

  it('is waiting and not failing, since its first request that was not taken', async () => {
    const [awayId, limitedId] = [await waits('away'), await waits('limited')]
    const { items = [], summary } = (await overview()) ?? {}
    expect(items.map(({ name, condition, health }) => [name, condition, health.level])).toEqual([
      ['away', 'waiting', 'healthy'],
      ['limited', 'healthy', 'healthy'],
    ])
    expect(items[0]?.lastRun?.waits).toBe('away')
    expect(summary?.attention).toEqual([
      {
        ...{ id: awayId, name: 'away', condition: 'waiting', at: since, cause: null },
        reason: `CRM hasn't accepted any records since ${since}. 218 records wait. The run continues automatically.`,
      },
    ])
    const reading = async (id: string) =>
      (await server.ask('GET', `/api-connectors/${id}/reading`, { as: 'userA' })).json<ConnectorReading>()
    const { newestRun, details, queuedBefore } = await reading(limitedId)
    expect(newestRun).toMatchObject({ isReadToEnd: true, waiting: { kind: 'limited', since, recordsWaiting: 218 } })
    expect(details.health.level).toBe('healthy')
    expect(queuedBefore).toBe(0)
  })
})

/** A run that ended so. */
async function ran(server: TestServer, connectorId: string, endedAt: string): Promise<void> {
  const { db } = server.database
  const whose = { companyId: server.companies.A, connectorId }
  await addVersion(db, { ...whose, config: goodConfig, authorId: server.ids.userA })
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, started_at, ended_at)
    values (${uuid()}, ${whose.companyId}, ${connectorId}, 1, 'manual', 'succeeded', '', '', '{}', ${endedAt}, ${endedAt})`.execute(
    db,
  )
}

/** Records that were read so many hours ago, added up by the hour or not yet. */
async function moved(
  server: TestServer,
  connectorId: string,
  hoursAgo: number,
  where: 'ledger_deltas' | 'connector_sums',
  count: number,
): Promise<void> {
  const at = sql`date_trunc('hour', now(), 'UTC') - ${hoursAgo} * interval '1 hour'`
  const sums = sql`${count}, 0, 0, 0, 0`
  await (where === 'ledger_deltas'
    ? sql`insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms)
        values (${server.companies.A}, ${connectorId}, ${at}, ${sums})`
    : sql`insert into connector_sums (company_id, connector_id, width, at, delivered, failed, skipped, unknown, took_ms)
        values (${server.companies.A}, ${connectorId}, 60, ${at}, ${sums})`
  ).execute(server.database.db)
}
