/** Kinds of questions that are recognized by their structure: each is answered from the same data as the page that shows it. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask, factOf } from './assistant-scene.ts'

const server = createTestServer()
const ids: Record<string, string> = {}

beforeAll(async () => {
  const add = async (name: string, status = 'Active') => {
    ids[name] = await addConnector(server, { name, as: 'adminA', status })
  }
  await add('Orders to invoicing')
  await add('Leads to CRM', 'Draft')
  const { db } = server.database
  await sql`update connectors set draft = jsonb_set(draft, '{dataMapping}', '[{"id":"1","source":"s","target":"t","sourcePath":"customer.phone","targetPath":"contact.mobile"}]')
    where id = ${ids['Orders to invoicing'] ?? ''}`.execute(db)
  await sql`update connector_versions set config = jsonb_set(config, '{dataMapping}', '[{"id":"1","source":"s","target":"t","sourcePath":"customer.phone","targetPath":"contact.mobile"}]')
    where connector_id = ${ids['Orders to invoicing'] ?? ''}`.execute(db)
  await addRecords(
    server,
    [{ connectorId: ids['Orders to invoicing'] ?? '', company: 'A', hoursAgo: 0.2, of: [19, 1, 0] }],
    Date.now(),
  )
})

describe('a question about', () => {
  it.each([
    ['Where does mobile come from in Orders to invoicing?', 'contact.mobile is filled from customer.phone'],
    ['What does the mapping of Orders to invoicing look like?', 'customer.phone → contact.mobile'],
    ['Where does vatNumber come from in Orders to invoicing?', 'has no field called vatNumber'],
    ['What is the source of Orders to invoicing?', 'reads from'],
    ['Who owns Orders to invoicing?', 'owned by'],
    ['How many versions does Orders to invoicing have?', 'It has 1 version'],
    ['What triggers Orders to invoicing?', 'starts'],
    ['Which connectors use enrichments?', 'No connector uses an enrichment.'],
    ['What is the webhook URL?', 'No connector is started by a webhook'],
    ['How long does a run of Orders to invoicing take?', 'on average'],
    ['When was the last delivery of Orders to invoicing?', 'The newest run of Orders to invoicing that delivered records'],
    ['Who signed in today?', 'See the login history'],
    ['Who never signed in?', 'signed in'],
    ['Is single sign-on on?', "Your company's single sign-on is off."],
    ['What time zone does our company use?', 'Its time zone is'],
    ['Are backups made?', 'backup'],
    ['Which connectors have never run?', 'Leads to CRM'],
    ['What is still a draft?', 'Leads to CRM'],
    ['What does HTTP 422 mean?', 'a value in it is not accepted'],
    ['Which customers have no email?', "I can't filter, count or add up records by their values."],
    ['What is the largest response you can read?', '50 MB'],
    ['Send me an email when something fails', "I can't set this up for you."],
    ['How do I turn those alert mails off?', 'Alerts'],
    ['Which connectors had no failures at all today?', 'Every deployed connector had failed runs or failed records'],
    ['Which systems do we NOT send anything to?', "I can't answer that yet."],
    ['Which connectors did not fail today?', 'Every deployed connector had failed runs or failed records'],
    ['Difference between skipped and failed?', 'Skipped means that the record was not sent'],
    ["What does 'unchanged' mean next to a record?", 'Unchanged means that'],
    ["What's a webhook, in simple words?", 'A webhook is a URL of Datacrane'],
    ['How do I invite a colleague who should only be able to look?', 'Account: Team Members'],
    ['Is two-factor sign-in mandatory for everybody here?', 'Multi-factor'],
    ['What did we pay in total so far this year?', 'No invoice was paid'],
    ['Why does Orders to invoicing take so long?', "I can't tell the reason."],
    ['How many recs failed today, all connectors together?', '1 record failed'],
    ['How many records of Orders to invoicing failed in its last run?', '19 of 20 records delivered, 1 failed'],
    ['Which connectors are in trouble and which one is worst?', 'Orders to invoicing is the worst: 1 record failed'],
    ['Does the mobile field come from customer.phone in Orders to invoicing?', 'contact.mobile is filled from customer.phone'],
    ['Which connectors are not healthy?', '1 connector is failing'],
    ['Which connectors are not paused?', "I can't answer that yet."],
    ['Why was the last run so slow?', "I can't tell the reason."],
    ['Does the amount come from the total? (Orders to invoicing)', 'maps 1 field'],
    ['Which connectors run on a timetable, and which only by hand?', 'Orders to invoicing: '],
    ["Which connectors didn't deliver anything today?", 'Every deployed connector delivered records today.'],
    [
      'Which connectors did not deliver anything yesterday?',
      '1 connector delivered no records yesterday:\n- Orders to invoicing',
    ],
    ['Are refused records on the bill?', 'No. The bill counts delivered records only.'],
    ['Do failed records cost extra?', 'No. The bill counts delivered records only.'],
    ['We have a new token at the CRM, how do I send the failed records again?', 'Retry'],
    ['Give me the names of the records that failed today', 'See all failed records of Orders to invoicing'],
    ['Since when is it failing?', 'Which connector do you mean?'],
    ['I changed the password at the destination, what do I have to do now?', 'Update it in the connector'],
  ])('is answered: %s', async (question, sentence) => {
    const { message, proposals } = await ask(server, question)
    expect(message).toContain(sentence)
    expect(proposals).toEqual([])
  })

  it.each(['Delete Orders to invoicing', 'Please rename Orders to invoicing', 'Undo the last deployment of Orders to invoicing'])(
    'something that the assistant does not do says where it is done, and offers no button: %s',
    async (question) => {
      const { message, proposals } = await ask(server, question)
      expect(message).toMatch(/^I can't [a-z ]+ for you\. Do it here: /)
      expect(proposals).toEqual([])
    },
  )

  it.each(["Which connectors didn't deliver anything today?", 'Which connectors had no failures at all today?'])(
    'connectors of a company that deployed none says so: %s',
    async (question) => {
      await addConnector(server, { name: 'Draft of B', as: 'adminB', status: 'Draft' })
      const { message } = await ask(server, question, { as: 'adminB' })
      expect(message).toContain('No connector is deployed yet.')
      expect(message).not.toContain('Every deployed connector')
    },
  )

  it('a time of the day is narrowed by it', async () => {
    const found = await ask(server, 'How many records of Orders to invoicing were delivered in the last half hour?')
    expect(factOf(found, 'Delivered records')).toBe(19)
    const none = await ask(
      server,
      'How many records of Orders to invoicing were delivered between 3 and 4 the day before yesterday?',
    )
    expect(factOf(none, 'Delivered records')).toBe(0)
    expect(none.message).not.toContain('not applied')
  })

  it('the webhook URL can be copied', async () => {
    const { db } = server.database
    const id = await addConnector(server, { name: 'Events to ERP', as: 'adminA' })
    await sql`update connectors set draft = jsonb_set(draft, '{trigger}', '{"type":"webhook"}') where id = ${id}`.execute(db)
    await sql`update connector_versions set config = jsonb_set(config, '{trigger}', '{"type":"webhook"}') where connector_id = ${id}`.execute(
      db,
    )
    const narrowed = await ask(server, 'What URL must our invoicing post order events to?')
    expect(narrowed.message).toContain(`/hooks/${id}`)
    const { sentences } = await ask(server, 'What is the webhook URL of Events to ERP?')
    const copies = sentences.flatMap(({ parts }) => parts.flatMap((part) => ('copy' in part ? [part.copy] : [])))
    expect(copies).toHaveLength(1)
    expect(copies[0]).toContain(`/hooks/${id}`)
  })

  it.each(['How many recs failed today', 'avg run time of Orders to invoicing', 'Which connectors run on a timetable?'])(
    'an ordinary word is not called a filter: %s',
    async (question) => {
      const { message } = await ask(server, question)
      expect(message).not.toContain("can't filter by")
    },
  )

  it('sign-ins of others is for administrators', async () => {
    const { message } = await ask(server, 'Who signed in today?', { as: 'userA' })
    expect(message).not.toContain('by 2 people')
  })

  it('a system that is only the destination of a template has a template', async () => {
    const { message } = await ask(server, 'Can I connect Salesforce?')
    expect(message).toContain('Database customers to Salesforce')
  })

  it('a deployment is one change', async () => {
    const { message } = await ask(server, 'What changed today?')
    expect(message).not.toMatch(/Deployment [\da-f-]{36} started/)
  })
})
