/** What a question narrows itself to is applied, or named as not applied; and what asks for a state never ends in a button. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PlanState } from '#contract/billing/plan.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addScene } from '../studio/investigation-scene.ts'
import { addConnector, addRecords, ask, factOf } from './assistant-scene.ts'

const server = createTestServer()
const ids: Record<string, string> = {}

beforeAll(async () => {
  const shop = 'https://shop.example.com'
  const add = async (name: string, from: string, to: string, status = 'Active') => {
    ids[name] = await addConnector(server, { name, as: 'adminA', status, from: `${shop}/${from}`, to })
  }
  await add('Customers to HubSpot', 'customers', 'https://api.hubapi.example/contacts')
  await add('Orders to CRM, every 5 minutes', 'orders', 'https://crm.example.com/deals')
  await add('Orders to invoicing', 'orders', 'https://invoicing.example.com/invoices')
  await add('Old stock', 'stock', 'https://erp.example.com/stock', 'Pause')
  const of = (name: string, hoursAgo: number, delivered: number, failed: number) =>
    ({ connectorId: ids[name] ?? '', company: 'A', hoursAgo, of: [delivered, failed, 0] }) as const
  const pages = [
    of('Customers to HubSpot', 0.5, 19, 1),
    of('Orders to CRM, every 5 minutes', 0.6, 11, 0),
    of('Orders to invoicing', 0.7, 13, 5),
  ]
  await addRecords(server, pages, Date.now())
})

const delivered = 'Delivered records'

describe('a question is narrowed', () => {
  it.each<[string, number]>([
    ['How many records were delivered in the past 24 hours?', 43],
    ['How many customers did we send to HubSpot in the past 24 hours?', 19],
    ['How many orders were delivered in the past 24 hours?', 24],
    ['How many orders and customers were delivered in the past 24 hours?', 43],
    ['How many orders were delivered to the CRM in the past 24 hours?', 11],
    ['How many records were delivered to invoicing in the past 24 hours?', 13],
    ['How many records did Orders to CRM deliver in the past 24 hours?', 11],
    ['How many records did Orders to invoicing and Customers to HubSpot deliver in the past 24 hours?', 32],
  ])('by systems and by what records are called: %s', async (question, count) => {
    const answer = await ask(server, question)
    expect(factOf(answer, delivered)).toBe(count)
    expect(answer.message).not.toContain("don't know")
  })

  it('and says which connectors it looked at', async () => {
    const { message } = await ask(server, 'How many orders were delivered in the past 24 hours?')
    expect(message).toContain('This covers 2 connectors for orders: Orders to CRM, every 5 minutes and Orders to invoicing.')
  })

  it.each([
    [
      'How many records were delivered to Snowflake in the past 24 hours?',
      "I looked at all connectors: I don't know a system called Snowflake.",
    ],
    ['How many refunds failed in the past 24 hours?', 'I looked at all records: No connector is named after refunds.'],
    ['How many orders failed in Zurich in the past 24 hours?', "I can't filter by Zurich, so this answer covers more than that."],
    ['How many orders did Anna deliver in the past 24 hours?', "I can't filter this by person, so Anna is not applied."],
    [
      'How many records failed between 9 and 12 this month?',
      "I can't filter by a time of day over several days, so between 09:00 and 12:00 is not applied.",
    ],
    ['Is everything ok since yesterday?', 'This is the current state, so it does not look back: since yesterday is not applied.'],
    ['Did John change anything today?', 'No one called John is in your team.'],
  ])('or the answer names what was not applied: %s', async (question, sentence) => {
    expect((await ask(server, question)).message).toContain(sentence)
  })

  it('to nothing: no figure of others is given', async () => {
    const answer = await ask(server, 'How many customers were delivered to invoicing in the past 24 hours?')
    expect(answer).toMatchObject({ facts: [], chartData: null })
    expect(answer.message).toContain('None of your connectors match customers and invoicing.')
  })

  it('as the question before was, where it points back', async () => {
    const answer = await ask(server, 'Why did they fail?', { history: ['How many orders failed in the past 24 hours?'] })
    expect(answer.message).toContain('Orders to invoicing')
    expect(answer.message).not.toContain('Customers to HubSpot: ')
  })

  it('beyond the page that is open, where all connectors are meant', async () => {
    const on = ids['Customers to HubSpot'] ?? ''
    expect(factOf(await ask(server, 'How many records were delivered in the past 24 hours?', { on }), delivered)).toBe(19)
    expect(factOf(await ask(server, 'How many records were delivered in the past 24 hours in total?', { on }), delivered)).toBe(
      43,
    )
  })

  it('of records that did not arrive: those that failed', async () => {
    const answer = await ask(server, 'How many orders did not arrive in the past 24 hours?')
    expect(factOf(answer, 'Failed records')).toBe(5)
  })
})

describe('a state', () => {
  it.each(['Is anything paused?', 'Which connectors are paused?', 'is any connector stopped'])(
    'is said, without a button: %s',
    async (question) => {
      const { proposals, suggestions, message } = await ask(server, question)
      expect(proposals).toEqual([])
      expect(suggestions.filter((it) => /^(?:Pause|Resume|Run) /.test(it))).toEqual([])
      expect(message).toContain('Old stock')
    },
  )

  it('at a time is offered with the words that a button acts at once', async () => {
    const sentence = "I can't schedule this. The button takes effect immediately."
    const named = await ask(server, 'Pause Orders to invoicing tonight at 10pm')
    expect(named.message).toContain(sentence)
    expect(named.proposals).toHaveLength(1)
    expect((await ask(server, 'Stop the orders sync tonight at 10pm')).message).toContain(sentence)
    expect((await ask(server, 'Pause Orders to invoicing')).message).not.toContain(sentence)
  })

  it('of one connector is yes or no', async () => {
    expect((await ask(server, 'Is Old stock paused?')).message).toMatch(/^Yes\. Old stock is paused\./)
    expect((await ask(server, 'Is Orders to invoicing paused?')).message).toMatch(/^No\. Orders to invoicing is failing\./)
  })

  it('of a run is its result', async () => {
    const { message } = await ask(server, 'How did the last run of Orders to invoicing go?')
    expect(message).toContain('completed with errors')
    expect(message).not.toContain('succeeded')
  })
})

describe('which connector is meant', () => {
  it('is asked with those first that need somebody', async () => {
    const { suggestions } = await ask(server, 'Why is it slow?')
    expect(suggestions[0]).toBe('Why is Orders to invoicing slow?')
  })

  it('is asked of those only for which the deed is possible', async () => {
    const { suggestions } = await ask(server, 'Pause a connector')
    expect(suggestions.length).toBeGreaterThan(0)
    expect(suggestions).not.toContain('Pause Old stock')
  })

  it('is known by a part of its name', async () => {
    const { proposals } = await ask(server, 'pause the invoicing connector')
    expect(proposals).toMatchObject([{ kind: 'pause', connectorName: 'Orders to invoicing' }])
  })
})

describe('one record', () => {
  it('is told by connector, what did not arrive first', async () => {
    const { db } = server.database
    for (const name of ['Orders to CRM, every 5 minutes', 'Orders to invoicing'])
      await sql`update transactions t set record_key = 'SO-1239' from source_pages p
        where p.run_id = t.run_id and p.number = t.page and p.connector_id = ${ids[name] ?? ''}
          and t.position = (select max(x.position) from transactions x where x.run_id = t.run_id)`.execute(db)
    await sql`update transactions set took_ms = 1234567 where record_key = 'SO-1239' and status = 'failure'`.execute(db)
    const failed = await sql<{ at: Date }>`select p.read_at + interval '1234567 milliseconds' as at from transactions t
      join source_pages p on p.run_id = t.run_id and p.number = t.page
      where t.record_key = 'SO-1239' and t.status = 'failure' order by p.read_at desc limit 1`.execute(db)
    const lines = (await ask(server, 'did so-1239 arrive', { timeZone: 'UTC' })).message.split('\n')
    expect(lines[0]).toBe('Record so-1239 did not arrive everywhere:')
    expect(lines[1]).toMatch(/^- Orders to invoicing: failed at /)
    expect(lines[1]).toContain(failed.rows[0]?.at.toISOString().slice(11, 19))
    expect(lines[2]).toMatch(/^- Orders to CRM, every 5 minutes: was delivered at /)
    const own = await ask(server, 'did SO-1239 arrive', { as: 'userA' })
    expect(own.message).toContain('I found no record')
    const why = await ask(server, 'why was SO-1239 refused')
    expect(why.intent.type).toBe('explain-failure')
    expect(why.message).toMatch(/^Record SO-1239 did not arrive everywhere:\n- Orders to invoicing: failed at /)
    expect(why.message).toContain('failed records of Orders to invoicing')
  })

  it('that was read again and not sent is told by the time before, when it was sent', async () => {
    const connectorId = await addConnector(server, { name: 'Letters to archive', as: 'adminA' })
    const read = { id: 7, to: 'ada@letters.example' }
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
    await addScene(server, { connectorId, at: at(5), records: [{ read, made: read, key: '7', status: 'success' }] })
    for (const daysAgo of [4, 3, 2]) await addScene(server, { connectorId, at: at(daysAgo), records: [{ read, key: '7' }] })
    const { message } = await ask(server, 'where is ada@letters.example')
    expect(message).toContain('Record 7 of Letters to archive: was delivered at ')
    expect(message).toContain('There may be more.')
  })
})

describe('plan, bill and settings', () => {
  it('are those of Account', async () => {
    const plan = (await server.ask('GET', '/api/billing/plan', { as: 'adminA' })).json<PlanState>()
    const answer = await ask(server, 'What plan are we on?')
    expect(answer.message).toContain(`Your plan is ${plan.plan}.`)
    expect(factOf(answer, 'Company connectors')).toBe(plan.limits[0]?.used)
    const bill = await ask(server, 'What will the bill be this month?')
    const money = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: plan.book.currency,
      currencyDisplay: 'narrowSymbol',
    })
    expect(factOf(bill, 'Bill so far')).toBe(money.format(plan.bill.total / 100))
  })

  it('are not told to a USER where only administrators see them', async () => {
    const { message, facts } = await ask(server, 'Which API keys do we have?', { as: 'userA' })
    expect(message).toContain('Only administrators can see these settings.')
    expect(facts).toEqual([])
  })
})

it('what is no record is not counted as one', async () => {
  const { message } = await ask(server, 'How many failed logins were there?')
  expect(message).toContain('failed sign-in')
  expect(message).not.toContain('record')
})

it('numbers carry their noun, and times their unit', async () => {
  const { message } = await ask(server, 'How many drafts do we have?')
  expect(message).not.toMatch(/\b1 connectors\b/)
  const slow = await ask(server, 'How long does a record take?')
  expect(slow.message).toMatch(/took (?:\d+ ms|[\d.]+ s) on average/)
})

it('records that were read again unchanged are read, too, as on the page of the run', async () => {
  const id = ids['Orders to CRM, every 5 minutes'] ?? ''
  await sql`update ledger_deltas set unchanged = 7, left_out = 2 where connector_id = ${id}`.execute(server.database.db)
  const answer = await ask(server, 'How many records did Orders to CRM, every 5 minutes read in the past 24 hours?')
  expect(factOf(answer, 'Records read')).toBe(20)
  expect(answer.message).toContain('unchanged and not sent again: 7, left out by a filter: 2.')
})

it('a list of connectors that leaves some out says so', async () => {
  const question = 'How many records were delivered in the past 90 days, by connector?'
  expect((await ask(server, question)).message).not.toContain('more connectors')
  for (const name of ['Stamps one', 'Stamps two', 'Stamps three']) {
    const connectorId = await addConnector(server, { name, as: 'adminA' })
    await addRecords(server, [{ connectorId, company: 'A', hoursAgo: 1_500, of: [1, 0, 0] }], Date.now())
  }
  const { message } = await ask(server, question)
  expect(message.match(/^- /gm)).toHaveLength(4)
  expect(message).toContain('The chart shows more connectors.')
})
