/** What is wished from now on is never done by the assistant: it names the wish and links to the place. And ordinary questions of a day. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask } from './assistant-scene.ts'

const server = createTestServer()
let [invoicing, newsletter] = ['', '']

beforeAll(async () => {
  invoicing = await addConnector(server, { name: 'Orders to invoicing', as: 'adminA' })
  newsletter = await addConnector(server, { name: 'Customers to newsletter', as: 'adminA' })
  const of = (connectorId: string, hoursAgo: number, delivered: number, failed: number) =>
    ({ connectorId, company: 'A', hoursAgo, of: [delivered, failed, 0] }) as const
  await addRecords(server, [of(invoicing, 0.2, 15, 5), of(newsletter, 0.3, 19, 1)], Date.now())
  await sql`update runs set records_repeated = 3 where connector_id = ${newsletter}`.execute(server.database.db)
})

const hrefsIn = ({ sentences }: Awaited<ReturnType<typeof ask>>) =>
  sentences.flatMap(({ parts }) => parts.flatMap((part) => ('link' in part ? [part.link] : [])))

describe('a wish', () => {
  it.each([
    ['run Orders to invoicing every hour from now on', 'schedule', 'integration-profile'],
    ['can you make Orders to invoicing run at 5am instead', 'schedule', 'integration-profile'],
    ['send only the orders above 200 euros to invoicing from now on', 'which records are sent', 'data-mapping'],
    ["don't send returned orders to invoicing any more", 'which records are sent', 'data-mapping'],
  ])('is named, and leads to the step of the builder: %s', async (question, sentence, step) => {
    const answer = await ask(server, question)
    expect(answer.message).toContain("I can't change")
    expect(answer.message).toContain(sentence)
    expect(answer.message).toContain(question)
    expect(hrefsIn(answer)).toContain(`/edit-integration/${step}/${invoicing}`)
    expect(answer.proposals).toEqual([])
  })

  it('behind an answer is about its connector', async () => {
    const answer = await ask(server, 'make that 5am instead', { history: ['Why is Customers to newsletter failing?'] })
    expect(hrefsIn(answer)).toContain(`/edit-integration/integration-profile/${newsletter}`)
  })

  it('for an alert with a condition names the condition', async () => {
    const answer = await ask(server, 'warn me if more than 2% of the newsletter records fail')
    expect(answer.message).toContain('more than 2%')
    expect(hrefsIn(answer)).toContain(`/details/${newsletter}?tab=alerts`)
  })

  it('to invite is declined for those who may not', async () => {
    expect((await ask(server, 'invite max@firma.example to our team', { as: 'userA' })).message).toContain('Only Admins')
    expect((await ask(server, 'invite max@firma.example to our team')).message).toContain('Do it here: ')
  })

  it.each(['How do I run it every hour?', 'Send the failed records of Orders to invoicing again', 'Run Orders to invoicing now'])(
    'is none of these: %s',
    async (question) => {
      expect((await ask(server, question)).message).not.toContain("I can't change")
    },
  )
})

describe('an ordinary question', () => {
  it.each([
    ['Could anything have been sent twice?', 'Possibly. Up to 3 records may have arrived twice'],
    ["hi, I'm new here. where do I start?", 'Open Integration Setup'],
    ['where can I download the failed orders as a csv?', 'select Export CSV'],
    ['how many records are included in our plan?', 'included'],
    ['Warum sind heute Aufträge fehlgeschlagen und wie viele?', 'I only understand English.'],
    ['good morning, is anything on fire?', 'Orders to invoicing'],
    ['has Lena joined yet?', 'No one called Lena is in your team yet.'],
  ])('is answered: %s', async (question, sentence) => {
    expect((await ask(server, question)).message).toContain(sentence)
  })

  it('compares the figure before with another time', async () => {
    const history = ['What was the error rate of Orders to invoicing in the past 24 hours?']
    const { message } = await ask(server, 'how does that compare to the week before?', { history })
    expect(message).toContain('The error rate of Orders to invoicing was 25 %')
    expect(message).toContain('There is nothing to compare with.')
  })

  it('of a person narrows the runs before to that person', async () => {
    const { message } = await ask(server, 'only the ones Anna started', { history: ['How many runs were there today?'] })
    expect(message).toContain('Anna')
  })
})
