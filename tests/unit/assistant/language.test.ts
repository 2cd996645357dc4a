/** The built-in language of the assistant: what it reads, what it asks back, and what it never guesses. */
import { describe, expect, it } from 'vitest'
import type { Intent } from '#contract/assistant/intents.ts'
import { intents } from '#contract/assistant/intents.ts'
import { helpTopics } from '#contract/help/topics.ts'
import { offerOf } from '#server/features/assistant/answers/offers.ts'
import { classify } from '#server/features/assistant/language/classify.ts'
import { type Known, marked } from '#server/features/assistant/language/marked.ts'
import { meantBy } from '#server/features/assistant/language/spelling.ts'
import { comparedIn, namedIn, namesUnknownTime } from '#server/features/assistant/language/time/when.ts'
import { settingsIn } from '#server/features/assistant/wishes/settings.ts'

const known: Known = {
  connectors: ['Payouts to NetSuite', 'Pause me'].map((name) => ({ key: name, name })),
  systems: ['Shopify', 'HubSpot', 'NetSuite'].map((name) => ({ key: name, name })),
  codes: new Set(),
}
const read = (text: string) => classify(marked(text, known))

describe('a question', () => {
  it.each<[string, Intent]>([
    ['how many recrods faild yesteday', 'count'],
    ['how many recrods were deliverd', 'count'],
    ['why didnt Payouts to NetSuite run lst nite', 'why-late'],
    ['what went amiss with Payouts to NetSuite', 'explain-failure'],
    ['send the bounced orders one more time', 'replay'],
  ])('is read in spite of slips and other words: %s', (text, intent) => expect(read(text).intent).toBe(intent))

  it.each<[string, Intent]>([
    ['do not pause Payouts to NetSuite', 'pause'],
    ["please don't run Payouts to NetSuite now", 'run-now'],
    ['never replay the failed records', 'replay'],
    ["I don't want you to pause Payouts to NetSuite", 'pause'],
    ['never again run Payouts to NetSuite', 'run-now'],
    ['I hope nobody will pause Payouts to NetSuite', 'pause'],
    ['avoid pausing Payouts to NetSuite', 'pause'],
    ['who paused Payouts to NetSuite', 'pause'],
    ['why was Payouts to NetSuite paused', 'pause'],
    ['what happens if I pause Payouts to NetSuite', 'pause'],
    ['should I pause Payouts to NetSuite', 'pause'],
    ['did you run Payouts to NetSuite', 'run-now'],
    ['did anybody resend the failed records', 'replay'],
    ['were the failed records sent again', 'replay'],
    ['how often was Payouts to NetSuite resumed', 'resume'],
    ['list the connectors that are paused', 'pause'],
  ])('proposes nothing that is not wanted: %s', (text, intent) => expect(read(text).intent).not.toBe(intent))

  it.each(['Is anything paused?', 'are any connectors stopped', 'which connectors are paused', 'is Payouts to NetSuite paused'])(
    'that asks for a state is answered, and nothing is proposed: %s',
    (text) => expect(['health', 'count']).toContain(read(text).intent),
  )

  it.each<[string, Intent]>([
    ['pause Payouts to NetSuite', 'pause'],
    ['could you please run Payouts to NetSuite now', 'run-now'],
    ['the export did not arrive, please resend the failed records', 'replay'],
    ['do not wait, run Payouts to NetSuite now', 'run-now'],
  ])('that asks for a deed is read so: %s', (text, intent) => expect(read(text).intent).toBe(intent))

  it.each([
    'how many employees does HubSpot have',
    'how much does Shopify cost',
    'why did my plant die',
    'how healthy is coffee',
  ])('about something else is not answered: %s', (text) => expect(read(text).intent).toBe('out-of-scope'))

  it.each<[string, readonly string[]]>([
    ['where does billing_state go', ['field']],
    ['did more than 100k arrive since the 3rd', ['Number', 'Number']],
    ['what did Sofia see of py_12k44', ['Person', 'Id']],
  ])('is read with names of fields and people, round numbers and keys in their place: %s', (text, stems) => {
    expect(marked(text, known).stems.filter((stem) => /^[A-Z]|^field$/.test(stem))).toEqual(stems)
  })

  it.each<[string, Intent]>([
    ['where does phone come from in Payouts to NetSuite', 'configuration'],
    ['which field fills email', 'configuration'],
    ['what is the webhook url', 'configuration'],
    ['which systems do we talk to', 'configuration'],
    ['who built Payouts to NetSuite', 'configuration'],
    ['how many versions does Payouts to NetSuite have', 'configuration'],
    ['what triggers Payouts to NetSuite', 'configuration'],
    ['which connectors use enrichments', 'configuration'],
    ['how long does a sync of Payouts to NetSuite take', 'durations'],
    ['what was the longest run today', 'durations'],
    ['how long has Payouts to NetSuite been failing', 'health'],
    ['when did the last event arrive', 'last-activity'],
    ['when was the last delivery', 'last-activity'],
    ['who signed in today', 'sign-ins'],
    ['has anyone never logged in', 'sign-ins'],
    ['Delete Payouts to NetSuite', 'manage'],
    ['please rename Payouts to NetSuite', 'manage'],
    ['undo the last deployment', 'manage'],
    ['which customers have no email', 'values'],
    ['what was the biggest order today', 'values'],
    ['what is still a draft', 'health'],
    ['anything not deployed yet', 'health'],
    ['did anything go wrong overnight', 'explain-failure'],
    ['top 3 reasons for failures this week', 'explain-failure'],
    ['why was order SO-1008 refused', 'explain-failure'],
    ['send me an email when something fails', 'alerts'],
    ['do we owe anything', 'usage'],
    ['how many admins do we have', 'people'],
    ['does a retry create duplicates', 'how-to'],
    ['how can I delete a connector', 'how-to'],
    ['which day had the most failures', 'count'],
    ['what should I look at first', 'health'],
    ['list the failed records', 'count'],
    ['failed records of the last two hours', 'count'],
    ["what's coming up next", 'schedule'],
  ])('is recognized by its structure: %s', (text, intent) => expect(read(text).intent).toBe(intent))

  it.each(["don't delete Payouts to NetSuite", 'can I delete Payouts to NetSuite', 'who deleted Payouts to NetSuite'])(
    'that orders nothing is no order: %s',
    (text) => expect(read(text).intent).not.toBe('manage'),
  )

  it('that may mean several things is asked back, with no more than three and never an answer', () => {
    const { intent, near } = read('the thing with the mapping')
    expect(intent).toBe('out-of-scope')
    expect(near.length).toBeGreaterThan(0)
    expect(near.length).toBeLessThanOrEqual(3)
  })

  it('of words that are foreign only is offered nothing', () => {
    expect(read('wer hat das bestellt').near).toEqual([])
    expect(read('constructor __proto__ toString').near).toEqual([])
  })
})

describe('what is offered', () => {
  it.each(intents.filter((intent) => !['how-to', 'settings', 'smalltalk', 'out-of-scope'].includes(intent)))(
    'is understood: %s',
    (intent) => {
      for (const name of [null, 'Payouts to NetSuite', 'Pause me']) {
        const text = offerOf(intent, { name, time: 'since Monday' })
        expect(read(text ?? '').intent, text ?? '').toBe(intent)
      }
    },
  )

  it.each([
    ...Object.values(helpTopics).map(({ message }) => message),
    'Is everything ok?',
    'How many records failed today?',
    'Create a connector from Shopify to HubSpot',
    'Why did they fail?',
    'What changed recently?',
    'What can be improved?',
    'How healthy is it?',
    'Which connectors have problems?',
  ])('by the product elsewhere is understood: %s', (text) => expect(read(text).intent).not.toBe('out-of-scope'))
})

describe('a word', () => {
  it.each([
    ['recrod', 'record'],
    ['conector', 'connector'],
    ['yesteday', 'yesterday'],
  ])('with a slip is read as the one that was meant: %s', (typed, meant) => expect(meantBy(typed)).toBe(meant))

  it.each(['story', 'contract', 'letter', 'plant', 'failed', 'xyz'])('that is one of its own stays: %s', (word) =>
    expect(meantBy(word)).toBeNull(),
  )
})

describe('a time', () => {
  // A Wednesday.
  const now = Date.parse('2026-11-25T15:30:20Z')
  const rangeOf = (text: string) => {
    const it = namedIn(text.split(' '), 'UTC', now)
    return it && [new Date(it.from).toISOString().slice(0, 16), new Date(it.to).toISOString().slice(0, 16), it.label]
  }
  it.each([
    ['failed on monday', '2026-11-23T00:00', '2026-11-24T00:00', 'on Monday'],
    ['failed last wednesday', '2026-11-18T00:00', '2026-11-19T00:00', 'on Wednesday'],
    ['moved in october', '2026-10-01T00:00', '2026-11-01T00:00', 'in October'],
    ['moved in december', '2025-12-01T00:00', '2026-01-01T00:00', 'in December'],
    ['over the weekend', '2026-11-21T00:00', '2026-11-23T00:00', 'over the weekend'],
    ['since monday', '2026-11-23T00:00', '2026-11-25T15:31', 'since Monday'],
    ['failed since noon', '2026-11-25T12:00', '2026-11-25T15:31', 'since 12:00 today'],
    ['failed between 8 and 9', '2026-11-25T08:00', '2026-11-25T09:00', 'between 08:00 and 09:00 today'],
    ['failed between 2 and 5pm yesterday', '2026-11-24T14:00', '2026-11-24T17:00', 'between 14:00 and 17:00 yesterday'],
    ['failed this morning', '2026-11-25T00:00', '2026-11-25T12:00', 'this morning'],
    ['failed yesterday evening', '2026-11-24T18:00', '2026-11-25T00:00', 'yesterday, in the evening'],
    ['failed overnight', '2026-11-24T18:00', '2026-11-25T06:00', 'last night'],
    ['failed tonight', '2026-11-25T18:00', '2026-11-26T06:00', 'tonight'],
    ['moved last quarter', '2026-07-01T00:00', '2026-10-01T00:00', 'last quarter'],
    ['moved in q3', '2026-07-01T00:00', '2026-10-01T00:00', 'in Q3 2026'],
    ['failed on 12 november', '2026-11-12T00:00', '2026-11-13T00:00', 'on 12 November 2026'],
    ['failed three days ago', '2026-11-22T00:00', '2026-11-23T00:00', '3 days ago'],
    ['the day before yesterday', '2026-11-23T00:00', '2026-11-24T00:00', 'the day before yesterday'],
  ])('is the one that is named: %s', (text, from, to, label) => expect(rangeOf(text)).toEqual([from, to, label]))

  it('that is not known is no other one', () => {
    expect(rangeOf('moved around easter')).toBeNull()
    expect(rangeOf('failed after 3 tries')).toBeNull()
    expect(namesUnknownTime('moved around easter'.split(' '))).toBe(true)
  })

  it.each([
    ['october versus november', 'in October', 'in November'],
    ['this morning compared with yesterday morning', 'yesterday, in the morning', 'this morning'],
    ['the last hour and the hour before', 'the time before', 'the past hour'],
    ['more than yesterday', 'yesterday', 'today'],
    ['today and yesterday', 'yesterday', 'today'],
  ])('is compared with another one: %s', (text, before, current) => {
    const compared = comparedIn(text.split(' '), 'UTC', now)
    expect([compared?.before.label, compared?.current.label]).toEqual([before, current])
  })
})

describe('settings of a draft', () => {
  const settingsOf = (text: string, isWritten = true) =>
    settingsIn(
      marked(text, known).words.map((word) => word.text),
      isWritten,
    )
  const destination = (requestsPerSecond: number) => ({ side: 'destination', requestsPerSecond })

  it.each([
    ['from Shopify to HubSpot, at most 2 requests a second', destination(2)],
    ['from Shopify to HubSpot with no more than 0.5 requests per second', destination(0.5)],
    ['send to HubSpot at 10 requests/s', destination(10)],
    ['send to HubSpot at 4 rps', destination(4)],
    ['from Shopify to HubSpot every 15 minutes, one request every 2 seconds', destination(0.5)],
    ['from Shopify to HubSpot, 100 calls a minute', destination(1.66)],
    ['read from Shopify with at most 2 requests a second', { side: 'source', requestsPerSecond: 2 }],
    ['read from Shopify and send at most 2 requests a second to HubSpot', destination(2)],
    ['from Shopify to HubSpot, at most 2 requests a second to the source', { side: 'source', requestsPerSecond: 2 }],
    ['from Shopify to HubSpot every 2 minutes', null],
    ['from Shopify to HubSpot, 10 requests an hour', null],
    ['from Shopify to HubSpot, 9000 requests a second', null],
    ['from Shopify to HubSpot, 0 requests a second', null],
  ])('limit requests where a sentence says so: %s', (text, limit) => expect(settingsOf(text).limit).toEqual(limit))

  it('limit the source where no destination is named', () => {
    expect(settingsOf('from Shopify, at most 2 requests a second', false).limit).toEqual({ side: 'source', requestsPerSecond: 2 })
  })

  it.each([
    ['from Shopify to HubSpot every hour, only new or changed records', true],
    ['from Shopify to HubSpot, send only what changed', true],
    ['from Shopify to HubSpot, send only changes', true],
    ['from Shopify to HubSpot and skip unchanged records', true],
    ['from Shopify to HubSpot, do not send unchanged records again', true],
    ['from Shopify to HubSpot, not only changes', false],
    ['from Shopify to HubSpot, only paid orders', false],
    ['from Shopify to HubSpot every hour', false],
  ])('send only changes where a sentence says so: %s', (text, isOn) => expect(settingsOf(text).isOnlyChanged).toBe(isOn))
})
