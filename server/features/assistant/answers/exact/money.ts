/** What the company pays: the invoices of months, what is owed, and the card. Records that are called invoices or payments are none of it. */

import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { planNames } from '#contract/billing/price-book.ts'
import { listInvoices } from '../../../billing/invoices/invoices.repository.ts'
import { moneyText } from '../../../billing/money-text.ts'
import { type MethodRow, methodName } from '../../../billing/payments/methods.repository.ts'
import { operators } from '../../accounting/operators.ts'
import { stemsOfNames } from '../../language/scopes.ts'
import { stemOf } from '../../language/text.ts'
import type { Scene } from '../../scene.ts'
import { at, link, listed, quote, type Speech } from '../../speech.ts'
import { sayInvoices, sayNextInvoice, sayPlans } from '../billing.ts'

const page = '/account?tab=invoices'
const invoicesRead = 100
const months = 'january february march april may june july august september october november december'.split(' ')
const behindMonth = /^(?:in|for|of|and|or|the|last|our)$/

/** Months that the words name, each the newest that has begun: "2026-08". */
function monthsIn({ words, now }: Pick<Scene, 'words' | 'now'>): readonly string[] {
  const today = DateTime.fromMillis(now, { zone: 'UTC' })
  const found = words.flatMap((word, place) => {
    const month = months.indexOf(word) + 1
    const isVerb = (word === 'may' || word === 'march') && !behindMonth.test(words[place - 1] ?? '')
    if (month === 0 || isVerb) return []
    return [`${month > today.month ? today.year - 1 : today.year}-${String(month).padStart(2, '0')}`]
  })
  return [...new Set(found)]
}

const ofRecords = /\b(?:orders?|customers?|clients?|records?|connectors?|runs?|sync|invoicing|invoiced|sent|delivered)\b/i
const asksOutcome = /\b(?:why|fail(?:ed)?|through|reject(?:ed)?|declined?|refused|unpaid|paid|pay|status)\b/i

async function sayOfMonths(scene: Scene, asked: readonly string[], speech: Speech): Promise<void> {
  const { db, caller } = scene
  const of = { companyId: caller.companyId, search: '', states: null, since: null, archived: false, order: 'desc' as const }
  const { data } = await listInvoices(db, { ...of, page: 1, limit: invoicesRead })
  const labels = asked.map((month) => quote(DateTime.fromISO(`${month}-01`).setLocale('en').toFormat('LLLL yyyy')))
  const found = data.filter(({ period }) => asked.includes(period.slice(0, 7)))
  if (found.length === 0) speech.say('There is no invoice for ', ...listed(labels, months.length), '.')
  const paid = found.filter(({ status }) => status === 'paid')
  if (/\b(?:pay|paid|spend|spent|cost)\b/i.test(scene.message))
    for (const [currency, rows] of Map.groupBy(paid, (row) => row.currency))
      speech.say(
        'You paid ',
        speech.fact(
          `Paid, ${currency}`,
          moneyText(
            rows.reduce((sum, row) => sum + row.total, 0),
            currency,
          ),
          page,
        ),
        ' for ',
        ...listed(labels, months.length),
        ', with ',
        ...speech.count(`Paid invoices, ${currency}`, rows.length, page, 'invoice'),
        ':',
      )
  for (const row of found) {
    const isFailed = row.status === 'failed'
    speech.item(
      quote(row.number ?? 'Draft'),
      ': ',
      speech.fact(`Invoice ${row.number ?? row.id}`, moneyText(row.total, row.currency), page),
      isFailed ? ', the payment failed. ' : `, ${row.status}. `,
      ...(row.failure === null ? [] : [quote(row.failure), '. ']),
      ...(isFailed ? [quote(row.paidBy), '. Due on ', at(row.dueAt), '.'] : []),
    )
  }
  speech.say(link(page, 'See all invoices'))
}

const soonMonths = 2

async function sayCard({ db, caller, now, message }: Scene, speech: Speech): Promise<void> {
  const billing = '/account?tab=billing'
  if (caller.role === 'USER') return speech.say('Administrators see the cards. ', link(billing, 'Billing & Payment'))
  const { rows } = await sql<MethodRow>`
    select m.brand, m.last4, m.exp_month as "expMonth", m.exp_year as "expYear" from billing_profiles p
    join payment_methods m on m.id = p.method_id and m.company_id = p.company_id
    where p.company_id = ${caller.companyId} and p.is_primary and m.removed_at is null limit 1`.execute(db)
  const [card] = rows
  if (!card) return speech.say('No card is set up for your payments. ', link(billing, 'Open Billing & Payment'))
  speech.say('Your payments are charged to ', quote(methodName(card)), '.')
  const ends = DateTime.fromObject({ year: card.expYear, month: card.expMonth }, { zone: 'UTC' }).endOf('month')
  speech.say('It is valid until ', speech.fact('Card, valid until', ends.toFormat('MM/yyyy'), billing), '.')
  if (/\bexpir|\bvalid\b/i.test(message)) {
    if (ends.toMillis() < now) speech.say('It has expired.')
    else if (ends < DateTime.fromMillis(now).plus({ months: soonMonths })) speech.say('It expires soon.')
    else speech.say('It does not expire soon.')
  }
  speech.say(link(billing, 'Open Billing & Payment'))
}

const asksOwed = /\b(?:owe|owed|owing)\b|\bhow much\b.{0,40}\b(?:is due|must be paid|outstanding)\b/i
const ofCards = [
  /\b(?:which|what)\b.{0,20}\bcards?\b/i,
  /\b(?:our|the|company) (?:credit |payment )?card\b.{0,40}\b(?:expires?|expired|valid|used|charged)\b/i,
  /\b(?:expires?|valid)\b.{0,30}\bcard\b/i,
]
const asksCard = (message: string) => ofCards.some((card) => card.test(message))

const asksYesOrNo = /^(?:and )?(?:are|is|do|does|will|am i)\b/i
const undelivered = /\b(?:failed|refused|rejected|skipped|undelivered)\b/i
const charged = /\b(?:bill|billed|invoiced?|charged?|charges|costs?|pay|paid|free)\b/i

/** Whether records that were not delivered are charged. */
const asksIfCharged = (message: string) =>
  asksYesOrNo.test(message) && undelivered.test(message) && /\b(?:records?|rows?)\b/i.test(message) && charged.test(message)

function sayCharged(message: string, speech: Speech): void {
  const verdict = /\bnot\b/i.test(message) ? '' : /\bfree\b/i.test(message) ? 'Yes. ' : 'No. '
  speech.say(verdict, 'The bill counts delivered records only.')
  speech.say('Failed and skipped records are free, and so are retries of failed records.')
  speech.say(link('/account', 'See plan and bill'))
}

/** "Our payment", "my last payment": what the company pays, unless its connectors move payments. */
const ownPayment = /\b(?:our|my|the|last|latest|october|november) (?:last |latest |card |credit card )?payment\b/i
const paymentOutcome = /\b(?:fail(?:ed)?|declined?|rejected|refused|go through|went through|not work(?:ed)?)\b/i
const unpaid = /\b(?:unpaid|overdue|outstanding|not (?:yet )?paid|to be paid|due)\b/i
const asksWhen = /\b(?:when|what day|which day)\b/i
const nextInvoice = /\bnext (?:invoice|bill)\b/i

/** "The difference between Professional and Enterprise". */
const asksOfPlans = (words: readonly string[]) => planNames.filter((name) => words.includes(name.toLowerCase())).length > 1

/** Questions about invoices that name no month. */
function asksOfInvoices({ message, connectors }: Scene): 'owed' | 'next' | null {
  const movesPayments = stemsOfNames(connectors).has(stemOf('payment'))
  if (ownPayment.test(message) && paymentOutcome.test(message) && !movesPayments) return 'owed'
  if (asksWhen.test(message) && nextInvoice.test(message)) return 'next'
  if (ofRecords.test(message)) return null
  return /\b(?:invoices?|bills?)\b/i.test(message) &&
    unpaid.test(message) &&
    /^(?:which|what|list|show|are|is|do|any|how many)\b/i.test(message)
    ? 'owed'
    : null
}

/** @returns whether the question is about money of the company, and was answered. */
export async function sayMoney(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, marked } = scene
  if (marked.connectors.length > 0 || marked.ids.length > 0 || /^how (?:do|can|to|should)\b/i.test(message)) return false
  const asked = monthsIn(scene)
  const isPaid = /\b(?:pay|paid|spend|spent)\b/i.test(message) && (asked.length > 1 || /\bfor\b/i.test(message))
  const isInvoice = /\binvoices?\b/i.test(message) && asksOutcome.test(message)
  if (asked.length > 0 && (isPaid || isInvoice) && !ofRecords.test(message)) await sayOfMonths(scene, asked, speech)
  else if (asksIfCharged(message)) sayCharged(message, speech)
  else if (asksOwed.test(message)) await sayInvoices(scene, speech)
  else if (asksCard(message)) await sayCard(scene, speech)
  else if (asksOfPlans(scene.words)) await sayPlans(scene, speech)
  else if (asksOfInvoices(scene) === 'owed') await sayInvoices(scene, speech)
  else if (asksOfInvoices(scene) === 'next') await sayNextInvoice(scene, speech)
  else return false
  speech.applies(...operators)
  speech.sayNoScopes()
  return true
}
