/** What a plan would cost: its price, the difference to the plan of the company, so many records a month, and whether it is enough. */
import { billOf } from '#contract/billing/bill.ts'
import type { LimitUse, PlanState } from '#contract/billing/plan.ts'
import { type PlanName, planNames } from '#contract/billing/price-book.ts'
import { moneyText } from '../../billing/money-text.ts'
import { planState } from '../../billing/plan.service.ts'
import { sayCosts, sayPlans } from '../answers/billing.ts'
import { connectorsIn, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type Speech } from '../speech.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const href = '/account'
const daysOfMonth = 30

/** What a whole month comes to on a plan, in minor units. */
const monthOn = ({ book }: PlanState, plan: PlanName, records: number): number =>
  billOf(book, {
    daysInMonth: daysOfMonth,
    plans: [{ plan, days: daysOfMonth }],
    usage: [{ connectorId: '', name: '', records }],
  }).reduce((sum, { amount }) => sum + amount, 0)

const nouns: Readonly<Record<LimitUse['limit'], readonly [one: string, more: string]>> = {
  connectors: ['connector', 'connectors'],
  schedules: ['connector with a schedule', 'connectors with a schedule'],
  members: ['team member', 'team members'],
  records: ['delivered record a month', 'delivered records a month'],
}

/** What of the company's use a plan allows. */
function sayFit(state: PlanState, plan: PlanName, speech: Speech): void {
  const price = state.book.plans[plan]
  const over = (['connectors', 'members', 'records'] as const).flatMap((limit) => {
    const max = price[limit]
    const used = limit === 'records' ? state.bill.records : (state.limits.find((it) => it.limit === limit)?.used ?? 0)
    return max !== null && used > max ? [{ limit, used, max }] : []
  })
  if (over.length === 0) speech.say('Your current usage fits the ', quote(plan), ' plan:')
  else speech.say('No. You use more than the ', quote(plan), ' plan allows:')
  for (const limit of ['connectors', 'members', 'records'] as const) {
    const max = price[limit]
    const used = limit === 'records' ? state.bill.records : (state.limits.find((it) => it.limit === limit)?.used ?? 0)
    const [one, more] = nouns[limit]
    if (max === null) speech.item(speech.fact(`Used: ${more}`, used, href), ` ${plural(used, one, more)}, no limit.`)
    else
      speech.item(
        speech.fact(`Used: ${more}`, used, href),
        ' of ',
        speech.fact(`${plan}, at most: ${more}`, max, href),
        ` ${plural(max, one, more)}.`,
      )
  }
}

const planOf = (text: string | undefined): PlanName | undefined => planNames.find((name) => name.toLowerCase() === text)

function saySum(state: PlanState, plan: PlanName, records: number, speech: Speech): void {
  const { book } = state
  const price = book.plans[plan]
  const money = (label: string, amount: number) => speech.fact(label, moneyText(amount, book.currency), href)
  const more = Math.max(0, records - price.included)
  const total = monthOn(state, plan, records)
  speech.say(
    ...speech.count('Records a month', records, href, 'delivered record'),
    ' a month cost ',
    money(`${plan}, this many records`, total),
    ' on the ',
    quote(plan),
    ' plan: ',
    money(`${plan}, monthly price`, price.base),
    ' with ',
    ...speech.count(`${plan}, records included`, price.included, href, 'record'),
    ' included',
    ...(more === 0
      ? ['.']
      : [
          ', and ',
          money(`${plan}, more records`, total - price.base),
          ' for ',
          ...speech.count('Records beyond', more, href, 'more record'),
          '.',
        ]),
  )
  if (price.records !== null && records > price.records)
    speech.say(
      'But the ',
      quote(plan),
      ' plan allows at most ',
      ...speech.count(`${plan}, records at most`, price.records, href, 'record'),
      ' a month.',
    )
}

async function sayCost(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const { db, caller, quotas } = scene
  const state = await planState({ db, quotas }, caller.companyId)
  const { plan: current, book, bill } = state
  const asked = slots.plan === undefined ? current : planOf(slots.plan)
  if (asked === undefined) {
    const name = slots.plan ?? ''
    speech.say(
      'There is no ',
      quote(`${name.charAt(0).toUpperCase()}${name.slice(1)}`),
      ' plan. The plans are ',
      ...listed(planNames.map(quote), planNames.length),
      '.',
    )
    await sayPlans(scene, speech)
    return true
  }
  if (slots.number !== undefined) {
    for (const plan of slots.plan === undefined ? planNames : [asked]) saySum(state, plan, Number(slots.number), speech)
    if (slots.plan === undefined) speech.say('You have the ', quote(current), ' plan.')
    speech.say(link(href, 'See plan and bill'))
    return true
  }
  const money = (label: string, amount: number) => speech.fact(label, moneyText(amount, book.currency), href)
  const price = book.plans[asked]
  if (slots.deed === 'fit') sayFit(state, asked, speech)
  speech.say(
    'The ',
    quote(asked),
    ' plan costs ',
    money(`${asked}, monthly price`, price.base),
    ' a month, with ',
    ...speech.count(`${asked}, records included`, price.included, href, 'delivered record'),
    ' included.',
  )
  if (price.base !== 0 || price.perThousand !== 0)
    speech.say(
      'More records cost ',
      money(`${asked}, price of more records`, price.perThousand),
      ' per ',
      speech.fact('Records per price step', 1_000, href),
      '.',
    )
  if (asked !== current) {
    const records = Math.max(bill.records, bill.forecast?.records ?? 0)
    const isForecast = records > bill.records
    const [then, now] = [monthOn(state, asked, records), monthOn(state, current, records)]
    const difference = then - now
    speech.say(
      'You have the ',
      quote(current),
      ' plan. With the ',
      ...speech.count(isForecast ? 'Forecast records this month' : 'Charged records this month', records, href, 'record'),
      isForecast ? ' expected this month, a month costs ' : ' charged so far this month, a month costs ',
      money(`A month on ${asked}`, then),
      ' on ',
      quote(asked),
      ' and ',
      money(`A month on ${current}`, now),
      ' on ',
      quote(current),
      ...(difference === 0
        ? [': the same.']
        : [': ', money('Difference', Math.abs(difference)), difference > 0 ? ' more.' : ' less.']),
    )
    if (slots.deed !== 'fit') {
      const { records: most } = price
      if (most !== null && records > most)
        speech.say('It allows at most ', ...speech.count(`${asked}, records at most`, most, href, 'record'), ' a month.')
    }
  } else speech.say('This is your plan.')
  speech.say('Tax is not included. ', link(href, 'See plan and bill'))
  return true
}

const base = { subject: 'plan', intent: 'usage' } as const
export const waysOfPlans: readonly Way[] = [
  {
    ...base,
    needs: ['plan'],
    oneOf: ['deed', 'more', 'sum', 'number'],
    takes: ['count', 'list', 'whether', 'number', 'of', 'time'],
    fits: ({ deed, of, time }) =>
      (deed === undefined || deed === 'cost' || deed === 'fit') && of === undefined && time === undefined,
    say: sayCost,
  },
]
/** "What did the newsletter cost us this month?": only the month that runs is charged per connector here. */
export const wayOfConnectorCost: Way = {
  subject: 'connector',
  intent: 'usage',
  needs: ['deed', 'scope'],
  oneOf: ['sum', 'list', 'whether', 'count'],
  takes: ['time'],
  fits: ({ deed }) => deed === 'cost',
  say: async (scene, { time }, speech) => {
    if (time !== undefined && !/^this month$/.test(scene.when.label)) return false
    const state = await planState({ db: scene.db, quotas: scene.quotas }, scene.caller.companyId)
    return sayCosts(connectorsIn(scene), state, speech)
  },
}
/** "What would 200,000 records a month cost?": no plan is named. */
export const wayOfRecordPrice: Way = {
  subject: 'record',
  intent: 'usage',
  needs: ['number', 'deed'],
  oneOf: ['sum', 'list', 'whether', 'count'],
  takes: ['outcome'],
  fits: ({ deed, outcome }) => deed === 'cost' && (outcome === undefined || outcome === 'delivered'),
  say: sayCost,
}
