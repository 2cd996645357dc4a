/** Plan, limits, bill and invoices: the same figures as Account shows. */
import type { LimitUse, PlanState } from '#contract/billing/plan.ts'
import { planNames } from '#contract/billing/price-book.ts'
import { accountInfo } from '../../billing/invoices/account-info.ts'
import { listInvoices } from '../../billing/invoices/invoices.repository.ts'
import { moneyText } from '../../billing/money-text.ts'
import { planState } from '../../billing/plan.service.ts'
import { createUsageService } from '../../billing/usage.service.ts'
import type { Scene } from '../scene.ts'
import { at, link, plural, quote, type Speech } from '../speech.ts'
import { whenWord } from './figures.ts'

const href = '/account'
const nouns: Readonly<Record<LimitUse['limit'], readonly [one: string, more: string]>> = {
  connectors: ['connector', 'connectors'],
  schedules: ['connector with a schedule', 'connectors with a schedule'],
  members: ['team member', 'team members'],
  records: ['delivered record this month', 'delivered records this month'],
}
const labels: Readonly<Record<LimitUse['limit'], string>> = {
  connectors: 'Company connectors',
  schedules: 'Connectors with a schedule',
  members: 'Team members',
  records: 'Charged records this month',
}
const stems: Readonly<Record<LimitUse['limit'], readonly string[]>> = {
  connectors: ['connector', 'integration', 'pipelin', 'sync'],
  schedules: ['schedul'],
  members: ['member', 'people', 'user', 'seat', 'colleagu', 'teammat', 'person', 'invit'],
  records: ['record', 'volum', 'data', 'row'],
}

/** Limits of the plan that the words name, with what is used; all where they name none. @returns whether some were named. */
export function sayLimits({ hasWord }: Pick<Scene, 'hasWord'>, { limits, isOperator }: PlanState, speech: Speech): boolean {
  const named = limits.filter(({ limit }) => hasWord(...stems[limit]))
  if (isOperator) speech.say('Your company operates this installation, so no plan limits apply.')
  for (const { limit, used, max } of named.length > 0 ? named : limits) {
    const [one, more] = nouns[limit]
    const count = speech.fact(labels[limit], used, href)
    if (max === null) speech.item(count, ` ${plural(used, one, more)}, no limit.`)
    else {
      const left = speech.fact(`${labels[limit]}, left`, Math.max(0, max - used), href)
      speech.item(
        count,
        ' of ',
        speech.fact(`${labels[limit]}, at most`, max, href),
        ` ${plural(max, one, more)}, `,
        left,
        ' left.',
      )
    }
  }
  return named.length > 0
}

/** Lines of the bill that are listed. */
const linesListed = 10

function sayBill({ bill, book, plan }: PlanState, speech: Speech, asksWhen: boolean): void {
  speech.applies('each')
  const money = (label: string, amount: number) => speech.fact(label, moneyText(amount, book.currency), href)
  if (asksWhen && bill.isInvoiced) speech.say('The next invoice is issued on ', at(bill.issuedAt), '.')
  speech.say("This month's bill is ", money('Bill so far', bill.total), ' so far.')
  for (const { description, amount } of bill.lines.slice(0, linesListed))
    speech.item(quote(description), ': ', money(description, amount))
  if (bill.lines.length > linesListed)
    speech.say(...speech.count('Other lines', bill.lines.length - linesListed, href, 'more line'), ' in Account.')
  if (bill.forecast !== null)
    speech.say('At this pace, the bill will be about ', money('Bill, forecast', bill.forecast.total), '.')
  if (!bill.isInvoiced) speech.say('No invoice is due, because nothing is charged this month.')
  else if (!asksWhen) speech.say('The invoice is issued on ', at(bill.issuedAt), '.')
  const price = book.plans[plan]
  speech.say(
    'The ',
    quote(plan),
    ' plan costs ',
    money('Monthly plan price', price.base),
    ' a month, with ',
    ...speech.count('Records included', price.included, href, 'delivered record'),
    ' included.',
  )
  speech.say(
    'More records cost ',
    money('Price of more records', price.perThousand),
    ' per ',
    speech.fact('Records per price step', 1_000, href),
    '.',
  )
}

function sayPrices({ book, plan: current }: PlanState, speech: Speech): void {
  speech.applies('comparison', 'each')
  speech.say('Monthly prices:')
  for (const name of planNames) {
    const { base, included, perThousand, connectors, members } = book.plans[name]
    const money = (label: string, amount: number) => speech.fact(`${name}: ${label}`, moneyText(amount, book.currency), href)
    speech.item(
      quote(name),
      name === current ? ' (your plan): ' : ': ',
      money('price', base),
      ', ',
      ...speech.count(`${name}: records included`, included, href, 'record'),
      ' included, then ',
      money('more records', perThousand),
      ' per ',
      speech.fact('Records per price step', 1_000, href),
      ' records.',
      ...(connectors === null
        ? [' Unlimited connectors.']
        : [' Up to ', ...speech.count(`${name}: connectors`, connectors, href, 'connector'), '.']),
      ...(members === null
        ? [' Unlimited team members.']
        : [' Up to ', ...speech.count(`${name}: members`, members, href, 'team member'), '.']),
    )
  }
}

const invoicesListed = 5

/** What is owed, and the newest invoices. */
export async function sayInvoices({ db, caller, when }: Scene, speech: Speech): Promise<void> {
  speech.applies('negation')
  const { currency, currentDue, dueDate } = await accountInfo(db, caller.companyId)
  const page = '/account?tab=invoices'
  if (currentDue === 0) speech.say('No invoices are due.')
  else
    speech.say(
      speech.fact('Amount due', moneyText(currentDue, currency), page),
      ' is due',
      ...(dueDate === null ? [] : [' on ', at(dueDate)]),
      '.',
    )
  const asked = { companyId: caller.companyId, search: '', states: null, since: null, archived: false, order: 'desc' as const }
  const { data, total } = await listInvoices(db, { ...asked, page: 1, limit: invoicesListed })
  if (total === 0) speech.say('No invoices yet.')
  const inTime = data.filter(({ periodEnd, period }) => Date.parse(periodEnd) >= when.from && Date.parse(period) < when.to)
  const shown = when.isNamed ? inTime : data
  if (total > 0 && when.isNamed && shown.length === 0) speech.say('None of the newest invoices cover ', quote(when.label), '.')
  else if (total > 0 && when.isNamed) speech.say('Invoices that cover ', quote(when.label.replace(/^in /, '')), ':')
  else if (total > 0) speech.say('You have ', ...speech.count('Invoices', total, page, 'invoice'), ', the newest first:')
  for (const row of shown)
    speech.item(
      quote(row.number ?? 'Draft'),
      ': ',
      speech.fact(`Invoice ${row.number ?? row.id}`, moneyText(row.total, row.currency), page),
      ', ',
      quote(row.status),
      '.',
      ...(row.failure === null ? [] : [' ', quote(row.failure), '.']),
    )
  speech.say(link(page, 'See all invoices'))
}

const invoicesRead = 100

/** "What did we pay this year?": the invoices that were paid in the time; all where none is named. */
async function sayPaid({ db, caller, when }: Scene, speech: Speech): Promise<void> {
  const page = '/account?tab=invoices'
  const asked = { companyId: caller.companyId, search: '', states: null, since: null, archived: false, order: 'desc' as const }
  const { data, total } = await listInvoices(db, { ...asked, page: 1, limit: invoicesRead })
  const paid = data.filter(({ status, paidAt }) => {
    if (status !== 'paid') return false
    const time = paidAt === null ? null : new Date(paidAt).getTime()
    return !when.isNamed || (time !== null && time >= when.from && time < when.to)
  })
  const range = when.isNamed ? [whenWord(when), quote(when.label)] : []
  const currencies = Map.groupBy(paid, ({ currency }) => currency)
  if (paid.length === 0) speech.say('No invoice was paid', ...range, '.')
  for (const [currency, of] of currencies) {
    const sum = of.reduce((all, row) => all + row.total, 0)
    speech.say(
      'You paid ',
      speech.fact(`Paid, ${currency}`, moneyText(sum, currency), page),
      ...range,
      ', for ',
      ...speech.count(`Paid invoices, ${currency}`, of.length, page, 'invoice'),
      '.',
    )
  }
  if (total > data.length) speech.say('Older invoices are not included.')
  speech.say(link(page, 'See all invoices'))
}

/** "What did we pay?", "paid so far": what was paid, and not what is to be. */
const asksForPaid = ({ words, hasWord }: Scene) =>
  (words.includes('paid') ||
    words.includes('spent') ||
    (words.includes('did') && (words.includes('pay') || words.includes('spend')))) &&
  !words.includes('not') &&
  !hasWord('method', 'card', 'plan', 'unpaid') &&
  !(words.includes('paid') && hasWord('invoic') && /^(?:is|are|was|were|which)$/.test(words[0] ?? ''))

/** What each plan costs and includes. */
export async function sayPlans({ db, caller, quotas }: Scene, speech: Speech): Promise<void> {
  sayPrices(await planState({ db, quotas }, caller.companyId), speech)
  speech.say(link(href, 'See plan and bill'))
}

/** When the next invoice is issued, and the bill so far. */
export async function sayNextInvoice({ db, caller, quotas }: Scene, speech: Speech): Promise<void> {
  sayBill(await planState({ db, quotas }, caller.companyId), speech, true)
  speech.say(link(href, 'See plan and bill'))
}

/** What the bill of this month charges for the records of named connectors. @returns whether it was asked for. */
function sayCostOf({ marked, connectors, hasWord }: Scene, state: PlanState, speech: Speech): boolean {
  if (!hasWord('bill', 'cost', 'pay', 'charg', 'spend', 'spent', 'money', 'expensiv', 'price')) return false
  return sayCosts(
    connectors.filter((it) => marked.connectors.includes(it.id)),
    state,
    speech,
  )
}

/** What the records of connectors cost this month. */
export function sayCosts(connectors: Scene['connectors'], { bill, book }: PlanState, speech: Speech): boolean {
  for (const { id, name } of connectors) {
    const lines = bill.lines.filter(({ connectorId }) => connectorId === id)
    const amount = lines.reduce((sum, line) => sum + line.amount, 0)
    const records = lines.reduce((sum, line) => sum + line.records, 0)
    speech.say(
      quote(name),
      ' costs ',
      speech.fact(`Cost this month: ${name}`, moneyText(amount, book.currency), href),
      ' this month, for ',
      ...speech.count(`Charged records: ${name}`, records, href, 'delivered record'),
      ". This doesn't include the plan price.",
    )
  }
  speech.say(link(href, 'See plan and bill'))
  return true
}

/** "What plan are we on?", "What will the bill be?", "How many connectors are left?" */
export async function aboutUsage(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, quotas, hasWord, words } = scene
  const state = await planState({ db, quotas }, caller.companyId)
  const otherPlan = planNames.some((name) => name !== state.plan && words.includes(name.toLowerCase()))
  if (hasWord('invoic') && words.includes('next')) return sayNextInvoice(scene, speech)
  if (asksForPaid(scene)) return sayPaid(scene, speech)
  if (hasWord('invoic', 'owe', 'overdu', 'unpaid', 'due') || (words.includes('not') && words.includes('paid')))
    return sayInvoices(scene, speech)
  if ((hasWord('payment', 'pay') && hasWord('method', 'transfer', 'bank', 'paypal', 'sepa', 'debit')) || hasWord('card')) {
    speech.say('Find your cards and payment methods under Billing & Payment. ', link('/account?tab=billing', 'Open it'))
    return
  }
  if (scene.marked.connectors.length > 0 && sayCostOf(scene, state, speech)) return
  speech.say('Your plan is ', quote(state.plan), '.')
  const asksForPrices =
    otherPlan ||
    hasWord('pric', 'upgrad') ||
    (words.includes('free') && words.includes('plan')) ||
    (hasWord('need', 'fit', 'suit') && words.includes('plan')) ||
    words.includes('plans')
  if (asksForPrices) return sayPrices(state, speech)
  if (
    hasWord('bill', 'cost', 'pay', 'charg', 'spend', 'spent', 'money', 'expensiv', 'price', 'thousand', 'extra', 'additional')
  ) {
    sayBill(state, speech, words.includes('when'))
    speech.say(link(href, 'See plan and bill'))
    return
  }
  const { included } = state.book.plans[state.plan]
  if (hasWord('includ', 'left', 'remain') && hasWord('record', 'includ'))
    speech.say(
      speech.fact('Charged records this month', state.bill.records, href),
      ' of ',
      ...speech.count('Records included', included, href, 'included record'),
      ' are used this month.',
    )
  const isNamed = sayLimits(scene, state, speech)
  if (!isNamed || hasWord('fail', 'month', 'us', 'used', 'usag')) {
    const { month } = await createUsageService({ db, quotas }).get(caller)
    speech.say(
      ...speech.count('Records this month', month.records, href, 'record'),
      ` ${plural(month.records, 'counts', 'count')} this month, and `,
      ...speech.count('Failed attempts this month', month.failedAttempts, href, 'attempt'),
      ' failed.',
    )
  }
  speech.say(link(href, 'See plan and bill'))
  speech.suggest('How much is the bill this month?')
}
