/** A hundred questions that count, each against the rows of the ledger counted by SQL; and what no answer may hold. */
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask as askIn, factOf, raise } from './assistant-scene.ts'

const server = createTestServer()

/** Days are those of UTC here, as in the SQL that the answers are compared with. */
const ask: typeof askIn = (of, message, more = {}) => askIn(of, message, { timeZone: 'UTC', ...more })
const now = Date.now()
const hour = 3_600_000
const ids: Record<string, string> = {}
beforeAll(async () => {
  ids['Orders to NetSuite'] = await addConnector(server, { name: 'Orders to NetSuite', as: 'adminA' })
  ids['Leads to Salesforce'] = await addConnector(server, { name: 'Leads to Salesforce', as: 'adminA' })
  ids['Tickets to Slack'] = await addConnector(server, { name: 'Tickets to Slack', as: 'userA', status: 'Pause' })
  ids['Foreign orders'] = await addConnector(server, { name: 'Foreign orders', as: 'adminB' })
  const of = (name: string, hoursAgo: number, delivered: number, failed: number, skipped: number) =>
    ({
      connectorId: ids[name] ?? '',
      company: name === 'Foreign orders' ? 'B' : 'A',
      hoursAgo,
      of: [delivered, failed, skipped],
    }) as const
  await addRecords(
    server,
    [
      of('Orders to NetSuite', 0.5, 11, 2, 1),
      of('Orders to NetSuite', 5, 23, 0, 0),
      of('Orders to NetSuite', 30, 7, 3, 0),
      of('Orders to NetSuite', 100, 0, 5, 0),
      of('Orders to NetSuite', 500, 31, 1, 2),
      of('Leads to Salesforce', 1.5, 13, 4, 0),
      of('Leads to Salesforce', 26, 0, 6, 0),
      of('Leads to Salesforce', 60, 17, 0, 3),
      of('Tickets to Slack', 3, 19, 0, 0),
      of('Tickets to Slack', 200, 5, 8, 0),
      of('Foreign orders', 1, 1_000, 500, 100),
    ],
    now,
  )
  await raise(server, ids['Orders to NetSuite'] ?? '', 'A', new Date(now - 2 * hour))
  await raise(server, ids['Leads to Salesforce'] ?? '', 'A', new Date(now - 80 * hour))
  await raise(server, ids['Foreign orders'] ?? '', 'B', new Date(now - hour))
})

type Range = { readonly from: number; readonly to: number }
const past = (hours: number): Range => ({ from: now - hours * hour, to: now + hour })
const day = (back: number): Range => {
  const begin = DateTime.fromMillis(now, { zone: 'UTC' }).startOf('day').minus({ days: back })
  return { from: begin.toMillis(), to: back === 0 ? now + hour : begin.plus({ days: 1 }).toMillis() }
}
const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`

/** Lines of the ledger, counted one by one. */
async function records({ from, to }: Range, status: string | null, name: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
    where t.company_id = ${server.companies.A} and p.read_at >= ${time(from)} and p.read_at < ${time(to)}
      and (${status}::text is null or t.status::text = ${status}) and (${ids[name ?? ''] ?? null}::uuid is null or p.connector_id = ${ids[name ?? ''] ?? null})`.execute(
    server.database.db,
  )
  return rows[0]?.n ?? -1
}

async function runs({ from, to }: Range, status: string | null, name: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from runs where company_id = ${server.companies.A} and created_at >= ${time(from)} and created_at < ${time(to)}
      and (${status}::text is null or status = ${status}) and (${ids[name ?? ''] ?? null}::uuid is null or connector_id = ${ids[name ?? ''] ?? null})`.execute(
    server.database.db,
  )
  return rows[0]?.n ?? -1
}

const connectors = async (status: string | null) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from connectors where company_id = ${server.companies.A} and deleted_at is null
      and (${status}::text is null or status = ${status})`.execute(server.database.db)
  return rows[0]?.n ?? -1
}
const raised = async ({ from, to }: Range) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alarm_events where company_id = ${server.companies.A} and state = 'raised'
      and at >= ${time(from)} and at < ${time(to)}`.execute(server.database.db)
  return rows[0]?.n ?? -1
}

const [failed, delivered, skipped, read] = ['Failed records', 'Delivered records', 'Skipped records', 'Records read'] as const
const all = 'Runs (all)'
type Case = readonly [question: string, fact: string, truth: () => Promise<number>]

const cases: readonly Case[] = [
  ['How many records failed in the past 24 hours?', failed, () => records(past(24), 'failure', null)],
  ['how many records failed in the last hour', failed, () => records(past(1), 'failure', null)],
  ['How many records failed in the past 7 days?', failed, () => records(past(168), 'failure', null)],
  ['How many records failed in the past 30 days?', failed, () => records(past(720), 'failure', null)],
  ['how many records failed today', failed, () => records(day(0), 'failure', null)],
  ['how many records failed yesterday?', failed, () => records(day(1), 'failure', null)],
  ['number of rejected records in the past 3 days', failed, () => records(past(72), 'failure', null)],
  ['How many errors in the past 6 hours?', failed, () => records(past(6), 'failure', null)],
  ['How many records were delivered in the past 24 hours?', delivered, () => records(past(24), 'success', null)],
  ['how many records were delivered today', delivered, () => records(day(0), 'success', null)],
  ['how many records were delivered yesterday', delivered, () => records(day(1), 'success', null)],
  ['How many records were delivered in the past week?', delivered, () => records(past(168), 'success', null)],
  ['How many records were sent in the past 2 hours?', delivered, () => records(past(2), 'success', null)],
  ['How many records arrived in the past 30 days?', delivered, () => records(past(720), 'success', null)],
  ['how many records were skipped in the past 24 hours', skipped, () => records(past(24), 'skipped', null)],
  ['how many records were skipped in the past 7 days', skipped, () => records(past(168), 'skipped', null)],
  ['How many records were read in the past 24 hours?', read, () => records(past(24), null, null)],
  ['total number of records in the past 7 days', read, () => records(past(168), null, null)],
  [
    'How many records of Orders to NetSuite failed in the past 7 days?',
    failed,
    () => records(past(168), 'failure', 'Orders to NetSuite'),
  ],
  [
    'How many records of Orders to NetSuite were delivered in the past 24 hours?',
    delivered,
    () => records(past(24), 'success', 'Orders to NetSuite'),
  ],
  [
    'How many records of Leads to Salesforce failed in the past 2 days?',
    failed,
    () => records(past(48), 'failure', 'Leads to Salesforce'),
  ],
  [
    'How many records of Leads to Salesforce were delivered in the past 3 days?',
    delivered,
    () => records(past(72), 'success', 'Leads to Salesforce'),
  ],
  [
    'how many records of Tickets to Slack were delivered in the past 30 days',
    delivered,
    () => records(past(720), 'success', 'Tickets to Slack'),
  ],
  [
    'how many records of Tickets to Slack failed in the past 14 days',
    failed,
    () => records(past(336), 'failure', 'Tickets to Slack'),
  ],
  ['How many runs were there in the past 24 hours?', all, () => runs(past(24), null, null)],
  ['How many runs in the past 7 days?', all, () => runs(past(168), null, null)],
  ['how many runs did we have yesterday', all, () => runs(day(1), null, null)],
  ['how many runs today', all, () => runs(day(0), null, null)],
  ['How many runs of Orders to NetSuite in the past 30 days?', all, () => runs(past(720), null, 'Orders to NetSuite')],
  ['How many runs of Leads to Salesforce in the past 3 days?', all, () => runs(past(72), null, 'Leads to Salesforce')],
  ['How many runs failed in the past 7 days?', 'Runs (failed)', () => runs(past(168), 'failed', null)],
  ['how many failed runs in the past 2 days', 'Runs (failed)', () => runs(past(48), 'failed', null)],
  [
    'How many runs of Orders to NetSuite failed in the past 7 days?',
    'Runs (failed)',
    () => runs(past(168), 'failed', 'Orders to NetSuite'),
  ],
  ['How many connectors do we have?', 'Connectors', () => connectors(null)],
  ['number of active connectors', 'Connectors that are active', () => connectors('Active')],
  ['how many connectors are paused', 'Connectors that are paused', () => connectors('Pause')],
  ['how many draft connectors are there', 'Connectors that are drafts', () => connectors('Draft')],
  ['How many alerts in the past 24 hours?', 'Alerts', () => raised(past(24))],
  ['how many alerts were raised in the past 7 days', 'Alerts', () => raised(past(168))],
  ['How many alarms in the past hour?', 'Alerts', () => raised(past(1))],
]

const ranges: readonly (readonly [string, Range])[] = [
  ...([1, 2, 4, 8, 12, 36] as const).map((hours) => [`in the past ${hours} hours`, past(hours)] as const),
  ...([2, 4, 7, 10, 21, 30] as const).map((days) => [`in the last ${days} days`, past(24 * days)] as const),
]
const subjects = ['Orders to NetSuite', 'Leads to Salesforce'] as const
/** The same five wishes in other words, over other times. */
const worded: readonly Case[] = ranges.flatMap(([when, range], at): Case[] => {
  const name = subjects[at % 2] ?? null
  return [
    [`count the failed records ${when}`, failed, () => records(range, 'failure', null)],
    [`number of delivered records of ${name} ${when}`, delivered, () => records(range, 'success', name)],
    [`total records ${when}`, read, () => records(range, null, null)],
    [`how many failed records of ${name} ${when}?`, failed, () => records(range, 'failure', name)],
    [`number of runs of ${name} ${when}`, all, () => runs(range, null, name)],
  ]
})

describe('questions that count', () => {
  it('are a hundred', () => expect(cases.length + worded.length).toBe(100))

  it.each([...cases, ...worded])('%s', async (question, label, truth) => {
    const answer = await ask(server, question)
    expect(answer.intent.type).toBe('count')
    expect(factOf(answer, label)).toBe(await truth())
    const fact = answer.facts.find((it) => it.label === label)
    expect(answer.sentences.some(({ parts }) => parts.some((part) => 'fact' in part && part.fact === fact?.id))).toBe(true)
  })

  it('continue the question before with another time', async () => {
    const answer = await ask(server, 'and in the past 7 days?', { history: ['How many records failed today?'] })
    expect(factOf(answer, failed)).toBe(await records(past(168), 'failure', null))
  })

  it('a cause is told with the field by which failed records differ', async () => {
    const answer = await ask(server, 'Why did Orders to NetSuite fail in the past 7 days?')
    expect(answer.intent.type).toBe('explain-failure')
    expect(factOf(answer, 'Records lost')).toBe(await records(past(168), 'failure', 'Orders to NetSuite'))
    expect(answer.message).toMatch(/the field phone contains a space\. The same is true for 0 of \d+ delivered records\./)
  })

  it('are drawn over time where the time has more than a day: each place is the ledger', async () => {
    const { chartData } = await ask(server, 'Show me failed records per day for the past 7 days')
    expect(chartData).toMatchObject({ kind: 'time', interval: 'day', zone: 'UTC', series: ['failed'] })
    const begins = chartData?.points.map(({ at }) => Date.parse(at ?? '')) ?? []
    for (const [place, from] of begins.entries()) {
      const range = { from: Math.max(from, now - 168 * hour), to: begins[place + 1] ?? now + hour }
      expect(chartData?.points[place]?.values).toEqual([await records(range, 'failure', null)])
    }
    expect((await ask(server, 'How many records failed in the past hour?')).chartData).toBeNull()
  })

  it('are drawn side by side: connectors by failures, and two days', async () => {
    const ranked = await ask(server, 'Which connector had the most failed records in the past 7 days?')
    const named = ['Leads to Salesforce', 'Orders to NetSuite', 'Tickets to Slack']
    const counted = await Promise.all(named.map(async (name) => [name, await records(past(168), 'failure', name)] as const))
    const truth = counted.filter(([, value]) => value > 0).toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    expect(ranked.chartData?.points.map(({ name, values }) => [name, values[0]])).toEqual(truth)
    const compared = await ask(server, 'compare the delivered records of today with yesterday')
    expect(compared.chartData?.points.map(({ name }) => name)).toEqual(['yesterday', 'today'])
    expect(compared.chartData?.points[1]?.values[0]).toBe(await records(day(0), 'success', null))
  })

  it('are answered over what the person sees: a USER the own connectors', async () => {
    const own = await ask(server, 'How many records were delivered in the past 30 days?', { as: 'userA' })
    expect(factOf(own, delivered)).toBe(await records(past(720), 'success', 'Tickets to Slack'))
    const none = await ask(server, 'How many records were delivered in the past 30 days?', { as: 'otherA' })
    expect(factOf(none, delivered)).toBe(0)
    const ranked = await ask(server, 'records per connector in the past 30 days', { as: 'userA' })
    expect(ranked.chartData?.points.map(({ name }) => name)).toEqual(['Tickets to Slack'])
    expect((await ask(server, 'records per connector', { as: 'otherA' })).chartData).toBeNull()
  })

  it('of a time that is not known are asked back, without a figure', async () => {
    const answer = await ask(server, 'How many records were delivered around Easter?')
    expect(answer).toMatchObject({ type: 'question', facts: [], chartData: null })
    expect(answer.message).toContain('Which time period do you mean?')
  })

  it('of what is not counted are answered so, without another figure; failures after a change are not counted without that change', async () => {
    for (const question of ['How many records were deleted?', 'how many customers did we delete this week']) {
      const answer = await ask(server, question)
      expect(answer).toMatchObject({ facts: [], chartData: null, intent: { type: 'count' } })
      expect(answer.message).toMatch(/^I don't know that\. Datacrane does not count what was deleted\.\s?I count records/)
    }
    const course = await ask(server, 'How did the number of records change over time in the past 7 days?')
    expect(course.chartData).not.toBeNull()
    const after = await ask(server, 'How many records failed in the past 7 days, after the mapping was changed?')
    expect(after).toMatchObject({ type: 'question', facts: [] })
    expect(after.message).toContain("so I won't guess.")
  })

  it('where it is not sure nothing is answered or proposed: what may be meant can be pressed, and is understood', async () => {
    const answer = await ask(server, 'the thing with the mapping')
    expect(answer).toMatchObject({ type: 'question', facts: [], proposals: [], intent: { type: 'out-of-scope' } })
    expect(answer.message).toContain("I'm not sure what you mean. Did you mean one of these?")
    expect(answer.suggestions).toContain('Suggest a mapping')
    expect(answer.suggestions.length).toBeLessThanOrEqual(3)
    expect((await ask(server, 'Suggest a mapping')).intent.type).toBe('suggest-mapping')
  })
})
