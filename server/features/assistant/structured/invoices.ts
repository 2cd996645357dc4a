/** Invoices of the company: which, how much in all and on average, the dearest, when they were paid, and why a payment failed. */
import { listInvoices } from '../../billing/invoices/invoices.repository.ts'
import { moneyText } from '../../billing/money-text.ts'
import { sayNextInvoice } from '../answers/billing.ts'
import { whenWord } from '../answers/figures.ts'
import type { Scene } from '../scene.ts'
import { at, link, plural, quote, type SentencePart, type Speech } from '../speech.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const page = '/account?tab=invoices'
const invoicesRead = 200
const listedMax = 12

type Row = Awaited<ReturnType<typeof listInvoices>>['data'][number]

const isUnpaid = ({ status }: Row) => status === 'open' || status === 'failed'
const dateOf = (text: string | Date) => at(new Date(text))

const itemOf = (row: Row, speech: Speech): SentencePart[] => [
  quote(row.number ?? 'Draft'),
  ' (',
  quote(row.period.slice(0, 7)),
  '): ',
  speech.fact(`Invoice ${row.number ?? row.id}`, moneyText(row.total, row.currency), page),
  row.status === 'failed' ? ', the payment failed' : row.status === 'open' ? ', not paid yet' : `, ${row.status}`,
  ...(row.status === 'paid' && row.paidAt !== null ? [' on ', dateOf(row.paidAt)] : []),
  ...(row.failure === null ? [] : [': ', quote(row.failure)]),
  ...(isUnpaid(row) && row.dueAt !== null ? ['. Due on ', dateOf(row.dueAt)] : []),
  '.',
]

/** "Paid in October" is when the money moved, "for August" and "from August" is the month that an invoice covers. */
const isOfPeriod = ({ state, deed }: Slots, message: string) =>
  (state !== 'paid' && deed !== 'cost') ||
  /\b(?:for|of|from) (?:the month of )?(?:january|february|march|april|may|june|july|august|september|october|november|december|last month|this month)\b/i.test(
    message,
  )

async function meantBy(scene: Scene, slots: Slots) {
  const { db, caller, when, message } = scene
  const asked = { companyId: caller.companyId, search: '', states: null, since: null, archived: false, order: 'desc' as const }
  const { data, total } = await listInvoices(db, { ...asked, page: 1, limit: invoicesRead })
  const own = data.filter(({ number, kind, status }) => number !== null && kind === 'invoice' && status !== 'void')
  const ofState = own.filter((row) =>
    slots.state === 'paid'
      ? row.status === 'paid'
      : slots.state === 'unpaid'
        ? isUnpaid(row)
        : slots.outcome === 'failed'
          ? row.status === 'failed'
          : true,
  )
  const byPeriod = isOfPeriod(slots, message)
  const inTime = ofState.filter((row) => {
    if (!when.isNamed || slots.time === undefined) return true
    if (byPeriod) return Date.parse(row.periodEnd) > when.from && Date.parse(row.period) < when.to
    const paid = row.paidAt === null ? null : Date.parse(String(row.paidAt))
    return paid !== null && paid >= when.from && paid < when.to
  })
  const range =
    when.isNamed && slots.time !== undefined
      ? byPeriod
        ? [' for ', quote(when.label.replace(/^in /, ''))]
        : [whenWord(when), quote(when.label)]
      : []
  return { rows: inTime, range, isCut: total > data.length }
}

const adjectiveOf = ({ state, outcome }: Slots) =>
  state === 'paid' ? 'paid ' : state === 'unpaid' ? 'unpaid ' : outcome === 'failed' ? 'failed ' : ''

function saySums(rows: readonly Row[], slots: Slots, range: readonly SentencePart[], speech: Speech): void {
  for (const [currency, of] of Map.groupBy(rows, (row) => row.currency)) {
    const sum = of.reduce((all, row) => all + row.total, 0)
    const isAverage = slots.average !== undefined
    const amount = isAverage ? sum / of.length : sum
    const label = isAverage ? `Average invoice, ${currency}` : `Sum of invoices, ${currency}`
    speech.say(
      ...speech.count(`Invoices, ${currency}`, of.length, page, `${adjectiveOf(slots)}invoice`),
      ...range,
      isAverage ? ` ${plural(of.length, 'has', 'have')} an average of ` : ` ${plural(of.length, 'comes', 'come')} to `,
      speech.fact(label, moneyText(Math.round(amount), currency), page),
      '.',
    )
  }
}

/** What this month comes to is a bill that is not issued yet. */
const isRunning = /\b(?:will|so far|current|currently|this month)\b/i

async function say(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  if (isRunning.test(scene.message)) return false
  const { rows, range, isCut } = await meantBy(scene, slots)
  const adjective = adjectiveOf(slots)
  if (rows.length === 0) {
    speech.say(`There is no ${adjective}invoice`, ...range, '.')
    speech.say(link(page, 'See all invoices'))
    return true
  }
  const { order } = slots
  if (slots.sum !== undefined || slots.average !== undefined) saySums(rows, slots, range, speech)
  else if (slots.count !== undefined)
    speech.say(
      'There ',
      plural(rows.length, 'is ', 'are '),
      ...speech.count('Invoices', rows.length, page, `${adjective}invoice`),
      ...range,
      ':',
    )
  const byAmount = order === 'most' || order === 'fewest'
  const sorted = byAmount
    ? rows.toSorted((one, other) => (order === 'most' ? other.total - one.total : one.total - other.total))
    : order === 'first'
      ? rows.toReversed()
      : rows
  const most = order === undefined ? listedMax : slots.number === undefined ? 1 : Number(slots.number)
  const [first] = sorted
  if (first === undefined) return false
  if (order !== undefined && most === 1) {
    const name =
      order === 'most' ? 'The highest ' : order === 'fewest' ? 'The lowest ' : order === 'first' ? 'The first ' : 'The newest '
    speech.say(name, `${adjective}invoice`, ...range, ' is ', ...itemOf(first, speech))
  } else {
    if (slots.sum === undefined && slots.average === undefined && slots.count === undefined)
      speech.say(...speech.count('Invoices', rows.length, page, `${adjective}invoice`), ...range, ':')
    for (const row of sorted.slice(0, most)) speech.item(...itemOf(row, speech))
  }
  if (isCut) speech.say('Older invoices are not included.')
  speech.say(link(page, 'See all invoices'))
  return true
}

/** "When did we last pay?": by the time at which the money moved. */
async function sayWhenPaid(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const { rows } = await meantBy(scene, { ...slots, state: 'paid' })
  const sorted = rows
    .filter(({ paidAt }) => paidAt !== null)
    .toSorted((one, other) => Date.parse(String(other.paidAt)) - Date.parse(String(one.paidAt)))
  const row = slots.order === 'first' ? sorted.at(-1) : sorted[0]
  if (row === undefined) speech.say('No invoice was paid yet.')
  else speech.say(slots.order === 'first' ? 'The first payment: ' : 'The last payment: ', ...itemOf(row, speech))
  speech.say(link(page, 'See all invoices'))
  return true
}

/** Why a payment failed, and what is owed. */
async function sayWhyFailed(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const { rows, range } = await meantBy(scene, { ...slots, state: 'unpaid', outcome: 'failed' })
  const failed = rows.filter(({ status }) => status === 'failed')
  if (failed.length === 0) speech.say('No payment of an invoice', ...range, ' has failed.')
  for (const row of failed) speech.item(...itemOf(row, speech), ' Payment method: ', quote(row.paidBy), '.')
  speech.say(link(page, 'See all invoices'))
  return true
}

async function sayNext(scene: Scene, _: Slots, speech: Speech): Promise<boolean> {
  await sayNextInvoice(scene, speech)
  return true
}

const base = { subject: 'invoice', intent: 'usage' } as const
const ofInvoices: (slots: Slots) => boolean = ({ state, order, deed, outcome }) =>
  (state === undefined || state === 'paid' || state === 'unpaid') &&
  (order === undefined || ['most', 'fewest', 'first', 'last'].includes(order)) &&
  (deed === undefined || deed === 'cost') &&
  (outcome === undefined || outcome === 'failed')
export const waysOfInvoices: readonly Way[] = [
  {
    ...base,
    needs: ['order'],
    oneOf: [],
    takes: ['when', 'count', 'sum', 'deed', 'list', 'whether'],
    fits: ({ order }) => order === 'next',
    say: sayNext,
  },
  {
    ...base,
    needs: ['why'],
    oneOf: [],
    takes: ['outcome', 'state', 'time', 'order', 'deed', 'list'],
    fits: (slots) => ofInvoices(slots) && (slots.outcome === 'failed' || slots.state === 'unpaid' || slots.state === undefined),
    say: sayWhyFailed,
  },
  {
    ...base,
    needs: ['when'],
    oneOf: ['state', 'deed', 'order'],
    takes: ['time', 'order'],
    fits: (slots) => ofInvoices(slots) && slots.state !== 'unpaid',
    say: sayWhenPaid,
  },
  {
    ...base,
    needs: [],
    oneOf: ['count', 'list', 'sum', 'average', 'order', 'whether', 'when'],
    takes: ['state', 'time', 'outcome', 'deed', 'number', 'order', 'more'],
    fits: (slots) =>
      ofInvoices(slots) &&
      (slots.more === undefined || slots.order !== undefined) &&
      !(slots.number !== undefined && slots.order === undefined),
    say,
  },
]
