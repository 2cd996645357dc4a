/** Questions in a company's own words: nouns of its records, names of its systems, money, people, and second halves of questions. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { problem } from '#contract/kit/problem.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask } from './assistant-scene.ts'

const server = createTestServer()
const now = Date.now()

beforeAll(async () => {
  const { db } = server.database
  const add = (name: string, status = 'Active') => addConnector(server, { name, as: 'adminA', status })
  const [clients, bills, payments] = [
    await add('Clients to HubDesk'),
    await add('Bills to Ledgerly'),
    await add('Payments to bookkeeping'),
  ]
  await add('Orders to invoicing')
  await add('Timesheets to payroll')
  const empty = await add('Returns to warehouse')
  await add('Suppliers to purchasing', 'Draft')
  await add('Leads to mailing tool', 'Pause')
  const stock = await add('Stock levels to webshop')
  const of = (connectorId: string, hoursAgo: number, delivered: number, failed: number) =>
    ({ connectorId, company: 'A', hoursAgo, of: [delivered, failed, 0] }) as const
  await addRecords(
    server,
    [of(clients, 0.9, 33, 7), of(clients, 0.5, 2, 2), of(bills, 0.8, 0, 25), of(bills, 0.4, 0, 25), of(bills, 30, 12, 0)],
    now,
  )
  await addRecords(server, [of(payments, 0.6, 7, 2), of(stock, 0.6, 60, 0)], now)
  const key = (connectorId: string, position: number, name: string, oldest: boolean) =>
    sql`update transactions t set record_key = ${name} where t.position = ${position} and t.run_id =
      (select id from runs where connector_id = ${connectorId} order by created_at ${sql.raw(oldest ? 'asc' : 'desc')} limit 1)`.execute(
      db,
    )
  await sql`update transactions t set record_key = 'n' || t.position from runs r where r.id = t.run_id and r.connector_id = any(${[clients, bills, payments]}::uuid[])`.execute(
    db,
  )
  await sql`update runs set trigger = 'replay' where connector_id = ${clients} and records_read = 4`.execute(db)
  const replay = uuid()
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found, run_id)
    select ${replay}, company_id, connector_id, 1, 'live', 0, 4, id from runs where connector_id = ${clients} and trigger = 'replay'`.execute(
    db,
  )
  for (const [place, position] of [33, 34, 35, 37].entries())
    await sql`insert into replay_lines (company_id, replay_id, number, run_id, position, root_run, root_position, record_key, standing, place)
      select company_id, ${replay}, ${place}, id, ${position}, id, ${position}, 'k', 'arrived', ${place} from runs
      where connector_id = ${clients} and trigger = 'manual'`.execute(db)
  const refused = ['5', '12', '19', '26', '33', '8', '30']
  for (const [place, name] of refused.entries()) await key(clients, 33 + place, name, true)
  for (const [place, name] of ['5', '12', '19', '33'].entries()) await key(clients, place, name, false)
  await key(payments, 7, '703', true)
  await key(payments, 8, '707', true)
  const fail = (connectorId: string, keys: readonly string[] | null, message: string) =>
    sql`update transactions t set error = ${JSON.stringify(problem('destination/refused', { message }))}::jsonb from runs r
      where r.id = t.run_id and r.connector_id = ${connectorId} and t.status = 'failure'
        and (${keys === null} or t.record_key = any(${[...(keys ?? [])]}::text[]))`.execute(db)
  await fail(clients, ['5', '12', '19', '26', '33'], 'Email address is not valid')
  await fail(clients, ['8', '30'], 'Client is blocked in HubDesk')
  await fail(bills, null, 'Your API key has expired')
  await fail(payments, null, 'Unknown account 9999')
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, created_at, started_at, ended_at, error)
    values (${uuid()}, ${server.companies.A}, ${empty}, 1, 'manual', 'failed', 'The source returned 500.', '', '{}', now() - interval '10 minutes', now() - interval '10 minutes',
      now() - interval '9 minutes', ${JSON.stringify(problem('source/failing', { message: 'The source returned 500.' }))}::jsonb)`.execute(
    db,
  )
  const method = uuid()
  await sql`insert into payment_methods (id, company_id, provider, provider_ref, brand, last4, exp_month, exp_year, holder, email)
    values (${method}, ${server.companies.A}, 'sandbox', 'sandbox_succeeds', 'visa', '0002', 11, 2030, 'Ada', 'a@example.test')`.execute(
    db,
  )
  await sql`delete from billing_profiles where company_id = ${server.companies.A}`.execute(db)
  await sql`insert into billing_profiles (id, company_id, name, receive_invoices, country, address, method_id, is_primary)
    values (${uuid()}, ${server.companies.A}, 'P', true, 'US', '', ${method}, true)`.execute(db)
  const invoice = (number: string, status: string, month: string, failure: string | null) => {
    const today = new Date(now)
    const year = today.getUTCFullYear() - (Number(month) > today.getUTCMonth() + 1 ? 1 : 0)
    return sql`insert into invoices (id, company_id, number, status, period, period_end, invoice_date, due_at, paid_at, currency, total, book_version, company_name, bill_name,
        paid_by, payment_type, failure)
      values (${uuid()}, ${server.companies.A}, ${number}, ${status}, ${`${year}-${month}-01`}::date, ${`${year}-${month}-28`}::date, now(), now() + interval '14 days',
        ${status === 'paid' ? new Date(now) : null}, 'USD', 9900, 1, '', '', 'Visa', 'card', ${failure})`.execute(db)
  }
  await invoice('INV-1', 'paid', '08', null)
  await invoice('INV-2', 'paid', '09', null)
  await invoice('INV-3', 'failed', '10', 'Insufficient funds')
  await sql`insert into invitations (id, company_id, email, role, token_hash, status, invited_by, expires_at)
    values (${uuid()}, ${server.companies.A}, 'lena.vogt@acme.test', 'USER', 'x', 'open', ${server.ids.adminA}, '2090-12-02T01:49:00Z')`.execute(
    db,
  )
}, 60_000)

type Row = readonly [question: string, holds: readonly string[], holdsNot?: readonly string[], history?: readonly string[]]

const check = (rows: readonly Row[]) => {
  const cases = rows.map(([question, holds, holdsNot = [], history = []]) => ({ question, holds, holdsNot, history }))
  it.each(cases)('is answered: $question', async ({ question, holds, holdsNot, history }) => {
    const { message, proposals, suggestions } = await ask(server, question, { history })
    const said = [message, ...suggestions, ...proposals.map(({ kind }) => `[${kind}]`)].join('\n')
    for (const text of holds) expect(said).toContain(text)
    for (const text of holdsNot) expect(said).not.toContain(text)
  })
}

describe('a figure', () =>
  check([
    [
      'Send the failed records of Clients to HubDesk again',
      ['7 records of Clients to HubDesk failed', '2 of them were delivered later'],
      ['9 records'],
    ],
    [
      'Are there still failed clients in HubDesk after the retry, and if yes how many?',
      ['5 records of Clients to HubDesk are still failed'],
      ['[replay]', '9 records'],
    ],
    [
      'We retried some of the refused clients. How many made it the second time?',
      ['2 of 4 records delivered', '5 records of Clients to HubDesk are still failed'],
      ['Which connector do you mean?'],
    ],
    [
      'Send the failed records of Bills to Ledgerly again',
      ['25 records of Bills to Ledgerly failed', 'in 2 runs'],
      ['50 records of'],
    ],
    ['Why is Clients to HubDesk failing?', ['5 of 7 failed records'], ['of 9 failed']],
    [
      'Which connector has the worst failure rate?',
      ['Bills to Ledgerly has the highest error rate', 'Returns to warehouse: no records were read (its run failed)'],
      ['Returns to warehouse: no run'],
    ],
    [
      'Hw many payments went into bookkeping and how many didnt?',
      ['7 records of Payments to bookkeeping were delivered', '2 failed'],
    ],
  ]))

describe("a company's own word", () =>
  check([
    ['Why are the bills not arriving at Ledgerly?', ['Your API key has expired'], ['$']],
    [
      'And how many of them are affected?',
      ['25 records of Bills to Ledgerly failed'],
      ['$', 'plan'],
      ['Why are the bills not arriving at Ledgerly?'],
    ],
    [
      'What happened to client 19? A colleague says that he is missing in HubDesk.',
      ['Record 19 failed', 'Email address is not valid'],
      ['can sign in'],
    ],
    ['Did client 12 arrive in HubDesk in the end?', ['Yes, it was delivered.', 'Record 12'], ['found no record']],
    ['Why was payment 703 rejected?', ['Record 703 failed', 'Unknown account 9999']],
    [
      'how many clients did hubdesk refuse because of the email adress',
      ['5 records of Clients to HubDesk', 'Email address is not valid'],
      ['blocked'],
    ],
    [
      'Which clients were refused since they are blocked in HubDesk?',
      ['Client is blocked in HubDesk', 'Record 8', 'Record 30'],
      ['Record 26'],
    ],
  ]))

describe('money', () =>
  check([
    ['Why did the October invoice not go through?', ['INV-3', 'Insufficient funds'], ['Orders to invoicing']],
    [
      'Which card is used for our payments, does it expire soon?',
      ['Visa', '0002', '11/2030', 'not expire'],
      ['API key', 'bookkeeping'],
    ],
    ['Which invoices are unpaid?', ['INV-3', 'Insufficient funds'], ['not sure']],
    ['When do I get the next invoice?', ["This month's bill"], ['not sure']],
    ['What is the difference between Professional and Enterprise?', ['Monthly prices', 'Enterprise'], ['exact answer']],
    ['What did we pay in total for August and September?', ['$198.00', 'INV-1', 'INV-2'], ['records were read', 'INV-3']],
    ['How much do we owe at the moment and until when must it be paid?', ['$99.00 is due on'], ["won't guess"]],
  ]))

describe('people', () =>
  check([
    ['Can a USER invite other colleagues or is it only for admins?', ['Only Admins', 'invite'], ['can sign in', 'second factor']],
    ['Who is in our team and which of them has not accepted the invitation yet?', ['can sign in', 'lena.vogt@acme.test']],
    ['When does the invitation of Lena Vogt expire?', ['lena.vogt@acme.test', ' Dec 2090']],
  ]))

describe('a state', () =>
  check([
    ['Which connectors had no failures at all?', ['Stock levels to webshop', 'in the past 24 hours'], ['not sure']],
    [
      'Please list me all connectors which are not active at the moment.',
      ['Leads to mailing tool', 'Suppliers to purchasing'],
      ['Stock', "won't guess"],
    ],
    ['Has Timesheets to payroll ever run?', ['No. Timesheets to payroll has never run.']],
    ['Has Stock levels to webshop ever run?', ['Yes.', 'The newest run']],
    ['Did Timesheets to payroll run yesterday?', ['No. No run of Timesheets to payroll started yesterday.']],
    ['Did Stock levels to webshop run in the past 3 hours?', ['Yes.']],
    ['pause everything', ['dashboard'], ['Which connector', '[pause]']],
    ['What do I still need to do that Suppliers to purchasing goes live?', ['Suppliers to purchasing'], ['not sure']],
    ['Since when is Bills to Ledgerly failing?', ['failing since', 'The last run without failures']],
    ['If I pause Stock levels to webshop, will records be lost?', ["won't guess"], ['[pause]']],
    ['If I retry the 25 bills, will Ledgerly get them twice?', ['25', 'did not arrive'], ['[replay]', '50 records']],
  ]))

describe('an entity with a status and a time', () =>
  check([
    [
      'How much of the HubDesk sync failed in percent?',
      ['5 records of Clients to HubDesk failed', '2 records failed at first', 'That is 12.5 %'],
      ['not sure'],
    ],
    ['Did all payments arrive in bookkeeping?', ['No. 7 records of Payments to bookkeeping were delivered', '2 records failed']],
    ['Did all stock levels arrive in the webshop?', ['Yes. 60 records of Stock levels to webshop were delivered']],
    [
      'Which clients failed in the HubDesk sync?',
      ['5 records of Clients to HubDesk failed', 'See all failed records'],
      ['1 connector'],
    ],
    ['List the runs of Returns to warehouse that failed', ['1 run of Returns to warehouse failed']],
    ['Which runs took longer than 10 seconds?', ['1 run took longer than 10 seconds', 'Run of Returns to warehouse']],
    ['How many runs were there today without any errors?', ['succeeded without errors today'], ["won't guess"]],
    [
      'and which of them failed?',
      ['1 run of Returns to warehouse failed', 'Returns to warehouse'],
      ['not sure'],
      ['Show me the runs of Returns to warehouse'],
    ],
    [
      'and how many were skipped?',
      ['in the past 3 hours'],
      ['24 hours'],
      ['How many records were delivered in the past 3 hours?'],
    ],
    ['Has any run been cancelled this week?', ['No run was stopped this week'], ['were stopped']],
    [
      'only the failed ones',
      ['3 runs failed in the past 3 hours', 'Returns to warehouse'],
      ['not sure'],
      ['Show me the runs of the past 3 hours'],
    ],
    [
      'and how many of those were in HubDesk?',
      ['5 records of Clients to HubDesk failed'],
      ['were read'],
      ['How many records failed in the past 3 hours?'],
    ],
  ]))

describe('what the answer before names', () =>
  check([
    ['and who owns it?', ['Bills to Ledgerly is owned by'], ['Stock levels'], ['Which connector has the most failed records?']],
    [
      'how long did they take?',
      ['Stock levels to webshop'],
      ['from reading to delivery'],
      ['Show the runs of Stock levels to webshop'],
    ],
    [
      'ok and what about Bills to Ledgerly?',
      ['Run of Bills to Ledgerly'],
      ['not sure'],
      ['When was the last run of Stock levels to webshop?'],
    ],
  ]))

describe('a question about the product', () =>
  check([
    [
      'Are records deleted in the destination when I delete a connector?',
      ['Records in the destination stay there'],
      ['retention policy is off', 'For the operator'],
    ],
    ['Can I schedule a connector to run only on weekdays?', ['Schedule', 'workdays'], ['planned run']],
    ['How many records per minute does Stock levels to webshop deliver?', ["won't guess"], ['60 records']],
    ['Can we change the plan ourselves?', ['help article'], ['no limit']],
    ['Do we use single sign-on?', ['single sign-on is off'], ["won't guess"]],
    ['Are backups switched on?', ['No backup'], ["won't guess"]],
    ['What do you do with records that already exist in the destination?', [], ["I'm the built-in assistant"]],
    ['How many records are included in the free plan?', ['Monthly prices', 'Basic'], ['are used this month']],
    ['How much did Bills to Ledgerly cost us this month?', ['Bills to Ledgerly costs $'], ["This month's bill"]],
    ['How many problems do we have?', ['have problems'], ['records failed in']],
    ['Did the Returns to warehouse run succeed today?', ['No run of Returns to warehouse succeeded without errors'], ['Yes.']],
    ['How do I fix "Client is blocked in HubDesk"?', ['2 records', 'select Retry'], ['not sure']],
  ]))

describe('a second half', () =>
  check([
    [
      'Is there an API key in use in our company, and is two-factor login mandatory for everybody?',
      ['no API keys', 'ulti-factor'],
    ],
    ['How many records failed today, and is the marzipan good for harvesting?', ['I did not answer']],
  ]))
