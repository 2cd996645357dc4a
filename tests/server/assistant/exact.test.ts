/** Questions that are answered for their words: two connectors by a measure, terms, receivers, roles, systems, and what continues a question. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask, factOf } from './assistant-scene.ts'

const server = createTestServer()

beforeAll(async () => {
  const add = (name: string) => addConnector(server, { name, as: 'adminA' })
  const [invoicing, newsletter, empty] = [
    await add('Orders to invoicing'),
    await add('Customers to newsletter'),
    await add('Leads to CRM'),
  ]
  const of = (connectorId: string, delivered: number, failed: number) =>
    ({ connectorId, company: 'A', hoursAgo: 0.2, of: [delivered, failed, 0] }) as const
  await addRecords(server, [of(invoicing, 13, 5), of(newsletter, 19, 1), of(empty, 2, 0)], Date.now())
})

describe('a question', () => {
  it.each([
    [
      'Compare Orders to invoicing and Customers to newsletter by failed records',
      'Orders to invoicing has the most failed records',
    ],
    ['which had fewer errors, the invoicing one or the newsletter one?', 'Customers to newsletter has the fewest failed records'],
    ['Which connector is the most reliable?', 'Leads to CRM has the lowest error rate'],
    ['number of runs per connector', 'They are the same by runs'],
    ["what's a webhook", 'A webhook is a URL of Datacrane'],
    ['difference between a run and a record', 'A run is one pass of a connector.'],
    ['what does skiped mean', 'Skipped means that the record was not sent.'],
    ['who gets mailed when Orders to invoicing fails', 'gets its alerts'],
    ['how do i stop getting these alert e-mails', 'switch off the channel in Notification Settings'],
    ['how do I get notified when a run fails', 'choose what to check and who is notified'],
    ['what is a Viewer allowed to do', 'There is no role called Viewer.'],
    ['is shopify supported', 'The library has templates for shopify'],
    ['can we hook up Salesforce?', 'Yes. The library has templates for Salesforce:'],
    ['do we have any connector that sends stuff to HubSpot', 'No. None of your connectors use HubSpot.'],
    ['how many orders were NOT invoiced in the past 2 hours', '5 records of Orders to invoicing failed'],
    ['turn the newsletter sync off for the weekend', "I can't schedule this."],
    ['Which alerts are the oldest?', 'active'],
    ['dont run anything, just tell me if Orders to invoicing is ok', 'Orders to invoicing is'],
  ])('is answered: %s', async (question, sentence) => {
    const { message, type } = await ask(server, question)
    expect(message).toContain(sentence)
    expect(['answer', 'proposal']).toContain(type)
  })

  it('is asked back where a word cannot be applied', async () => {
    const word = '“until monday”'
    const answer = await ask(server, 'Is everything ok until Monday?')
    expect(answer).toMatchObject({ facts: [], proposals: [], type: 'question' })
    expect(answer.message).toContain(word)
    expect(answer.suggestions.length).toBeGreaterThan(0)
  })

  it('that continues another one keeps its scope and its time, and changes what is named', async () => {
    const history = ['How many records failed in Orders to invoicing in the past 3 hours?']
    const other = await ask(server, 'and the newsletter one?', { history })
    expect(factOf(other, 'Failed records')).toBe(1)
    expect(other.message).toContain('in the past 3 hours')
    const delivered = await ask(server, 'what about the delivered ones', { history })
    expect(factOf(delivered, 'Delivered records')).toBe(13)
    expect((await ask(server, 'why?', { history })).message).toContain('Orders to invoicing')
  })
})
