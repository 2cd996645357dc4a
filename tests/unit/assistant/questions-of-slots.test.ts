/** Questions that are read as slots, put together from subjects, measures and filters: no word of them may be dropped. */
import { describe, expect, it } from 'vitest'
import { halvesOf, isDependent } from '#server/features/assistant/halves.ts'
import { questionIn, type Slots } from '#server/features/assistant/structured/reading.ts'

const read = (text: string, narrowed: { time?: boolean; scope?: boolean; person?: boolean } = {}) =>
  questionIn({ text, time: false, scope: false, person: false, ...narrowed })?.slots ?? null

type Piece = readonly [words: string, slots: Slots]

const measures: readonly Piece[] = [
  ['how many', { count: '' }],
  ['which', { list: '' }],
  ['show me the', { list: '' }],
]
const subjects: readonly Piece[] = [
  ['runs', { subject: 'run' }],
  ['records', { subject: 'record' }],
  ['connectors', { subject: 'connector' }],
]
const outcomes: readonly Piece[] = [
  ['failed', { outcome: 'failed' }],
  ['were skipped', { outcome: 'skipped' }],
  ['were delivered', { outcome: 'delivered' }],
  ['succeeded', { outcome: 'ok' }],
]

describe('a measure of a subject with an outcome', () => {
  const all = measures.flatMap(([how, a]) =>
    subjects.flatMap(([what, b]) =>
      outcomes.map(([became, c]) => ({ text: `${how} ${what} ${became}`, slots: { ...a, ...b, ...c } })),
    ),
  )
  it.each(all)('is read: $text', ({ text, slots }) => expect(read(text)).toEqual(slots))
  it.each(all)('is not read with a word that fills no slot: $text', ({ text }) =>
    expect(read(`${text} with marzipan`)).toBeNull(),
  )
})

describe('what is asked about', () => {
  it.each<[string, Slots | null]>([
    ['when did the alert begin', { subject: 'alert', when: '', deed: 'raise' }],
    ['why is there an alert', { subject: 'alert', why: '' }],
    ['who acknowledged the alert', { subject: 'alert', who: '', state: 'acknowledged' }],
    ['did we miss a scheduled start', { subject: 'schedule', deed: 'miss', whether: '' }],
    ['what runs next', { subject: 'schedule', order: 'next', list: '' }],
    ['which invoices are unpaid', { subject: 'invoice', list: '', state: 'unpaid' }],
    ['what is the average invoice', { subject: 'invoice', average: '' }],
    ['what would enterprise cost us', { subject: 'plan', plan: 'enterprise', deed: 'cost', list: '' }],
    ['what is the price of the gold plan', { subject: 'plan', plan: 'gold', deed: 'cost', list: '' }],
    ['how much would 200,000 records cost', { subject: 'record', number: '200000', deed: 'cost', sum: '' }],
    ['which run took the longest', { subject: 'run', order: 'longest', list: '' }],
    ['which run delivered the fewest records', { subject: 'run', of: 'record', order: 'fewest', outcome: 'delivered', list: '' }],
    ['which records over 100 failed', null],
    ['how many records failed in germany', null],
    // Two outcomes are two questions.
    ['which run was delivered and failed', null],
  ])('%s', (text, slots) => expect(read(text)).toEqual(slots))
})

describe('a question that points at the answer before', () => {
  it.each<[string, { pointsBack: boolean; isElliptical: boolean }]>([
    ['why', { pointsBack: false, isElliptical: true }],
    ['which ones', { pointsBack: true, isElliptical: true }],
    ['which of them failed the most', { pointsBack: true, isElliptical: false }],
    ['how many records failed altogether now', { pointsBack: false, isElliptical: false }],
  ])('%s', (text, wanted) => expect(questionIn({ text, time: false, scope: false, person: false })).toMatchObject(wanted))
})

describe('two questions in one message', () => {
  it.each<[string, readonly [string, string] | null]>([
    ['How many records failed today and why?', ['How many records failed today', 'why?']],
    ['When does it run next, and who owns it?', ['When does it run next', 'who owns it?']],
    ['How many runs had errors and how many of them failed?', ['How many runs had errors', 'how many of them failed?']],
    ['Which connectors are active and have errors?', null],
    ['How many went in and how many didn’t?', null],
    ['What is the difference between a run and what it reads?', null],
  ])('%s', (text, halves) => expect(halvesOf(text)).toEqual(halves))

  it('the second of which may say little alone', () =>
    expect(['why?', 'who owns that connector?', 'how many invoices did we get yesterday?'].map(isDependent)).toEqual([
      true,
      true,
      false,
    ]))
})
