/**
 * Questions read as slots: what is asked about (a run, a record, an alert, an invoice …), how (how many, which, the longest, when, why, who) and what
 * narrows it. A question whose words do not all fill a slot is not read, so that an answer that is made of slots drops no word.
 */

import { pointsThere } from './pointing.ts'

export type Subject = 'run' | 'record' | 'connector' | 'alert' | 'schedule' | 'invoice' | 'plan'

/** Slots and what they may hold. A slot that is not filled is not there. */
export type Slots = {
  readonly subject?: Subject
  /** A second noun: "which connectors lost records", "which run delivered the fewest records". */
  readonly of?: Subject
  readonly outcome?: 'failed' | 'errors' | 'ok' | 'delivered' | 'skipped' | 'unchanged' | 'cancelled'
  readonly state?: 'paused' | 'draft' | 'active' | 'unpaid' | 'paid' | 'acknowledged' | 'muted' | 'cleared'
  readonly order?: 'longest' | 'shortest' | 'most' | 'fewest' | 'first' | 'last' | 'next'
  readonly deed?: 'own' | 'start' | 'create' | 'raise' | 'miss' | 'cost' | 'fit'
  readonly trigger?: 'schedule' | 'manual' | 'webhook' | 'replay'
  readonly plan?: string
  readonly count?: string
  readonly list?: string
  readonly sum?: string
  readonly average?: string
  readonly share?: string
  readonly each?: string
  readonly whether?: string
  readonly when?: string
  readonly since?: string
  readonly why?: string
  readonly who?: string
  readonly howLong?: string
  readonly more?: string
  readonly not?: string
  /** "The last 3 runs"; of a plan, how many records a month. */
  readonly number?: string
  /** It narrows itself to a time, to connectors, to a person. */
  readonly time?: string
  readonly scope?: string
  readonly person?: string
}
export type Slot = keyof Slots

export type Question = {
  readonly slots: Slots
  /** "Which of them", "it", "those": it points at the answer before. */
  readonly pointsBack: boolean
  /** "It", "that one": at one thing only. */
  readonly pointsAtOne: boolean
  /** Too short to stand alone: "why?", "and yesterday?" */
  readonly isElliptical: boolean
}

type Taker = readonly [slot: Slot | 'frame', value: string, pattern: RegExp]

const takers: readonly Taker[] = [
  ['deed', 'miss', /\b(?:miss|misses|missed)\b|\bskipped (?=(?:scheduled |planned )?starts?\b)/],
  ['outcome', 'errors', /\b(?:completed |finished |ended )?(?:with|had|have) (?:some |any )?errors?\b|\bpartially failed\b/],
  [
    'outcome',
    'ok',
    /\b(?:without|with no|had no|no) (?:any |a single )?(?:errors?|failures?|problems?|issues?)\b|\b(?:succeed|succeeded|successful|successfully|clean)\b/,
  ],
  [
    'not',
    'run',
    /\b(?:(?:did|have|has|do|does) not|not|never) (?:been )?(?:run|ran|start|started)\b|\bwithout (?:a |any )?runs?\b|\bno runs?\b/,
  ],
  [
    'state',
    'unpaid',
    /\b(?:unpaid|outstanding|overdue|(?:is|are|was|were|have|has|did)? ?(?:we |i )?(?:have |has )?not (?:yet )?(?:been )?(?:paid|pay|settled)|still to pay|to be paid|left to pay)\b/,
  ],
  ['order', 'next', /\b(?:run|runs|start|starts|started|sync|syncs)? ?(?:next|again|upcoming|coming up)\b/],
  ['order', 'longest', /\b(?:longest|slowest|took the most time|took longest)\b/],
  ['order', 'shortest', /\b(?:shortest|fastest|quickest)\b/],
  ['order', 'last', /\b(?:most recent|latest|newest|youngest|last|most recently)\b/],
  ['order', 'first', /\b(?:earliest|oldest|first)\b/],
  ['order', 'most', /\b(?:most expensive|dearest|costliest|the most|most|biggest|largest|highest|worst|busiest)\b/],
  ['order', 'fewest', /\b(?:least expensive|cheapest|the fewest|fewest|the least|least|smallest|lowest)\b/],
  [
    'outcome',
    'failed',
    /\b(?:failed|fail|fails|failing|failures?|errors?|problems?|rejected|refused|lost|lose|crashed|unsuccessful|undelivered|declined|(?:go|went) wrong|(?:did |were |was |have |has )?not (?:been )?(?:delivered|arrive|arrived|sent|work|worked|go through))\b/,
  ],
  [
    'outcome',
    'delivered',
    /\b(?:delivered|deliver|delivers|arrived?|sent|send|transferred|moved|synced|went through|gone through|made it)\b/,
  ],
  ['outcome', 'skipped', /\b(?:skipped|left out)\b/],
  ['outcome', 'unchanged', /\bunchanged\b/],
  ['outcome', 'cancelled', /\b(?:cancelled|canceled|aborted)\b/],
  ['state', 'acknowledged', /\backnowledged?\b/],
  ['state', 'muted', /\b(?:muted?|silenced)\b/],
  ['state', 'cleared', /\b(?:cleared|resolved)\b/],
  ['state', 'paused', /\b(?:paused?|on hold)\b/],
  ['state', 'draft', /\b(?:drafts?|not (?:yet )?deployed|undeployed|unpublished)\b/],
  ['state', 'active', /\b(?:active|open|live)\b/],
  ['state', 'paid', /\b(?:paid|settled)\b/],
  ['deed', 'own', /\b(?:owns?|owned|owner|owners|belongs?(?: to)?|responsible(?: for)?|in charge(?: of)?)\b/],
  ['deed', 'create', /\b(?:created?|made|built|set up|build)\b/],
  ['deed', 'fit', /\b(?:enough|sufficient|suffice|fit|fits|suit|suits)\b/],
  ['deed', 'cost', /\b(?:costs?|pay|pays|paying|price|priced|prices|charged?|spend|spent)\b/],
  ['deed', 'raise', /\b(?:raised?|fired?|triggered|begin|began|begun|set off|go off|went off|appear(?:ed)?|came up)\b/],
  ['trigger', 'schedule', /\b(?:by (?:the |a )?schedule|scheduled(?= (?:runs?|ones?))|automatically)\b/],
  ['trigger', 'manual', /\b(?:by hand|manually|manual)\b/],
  ['trigger', 'replay', /\b(?:by (?:a )?replay|replayed|retried)\b/],
  ['since', '', /\bsince when\b|\bhow long (?:has|have|is|are)\b/],
  ['howLong', '', /\bhow long\b|\bhow much time\b/],
  ['count', '', /\bhow many\b|\bnumber of\b|\bcount\b/],
  [
    'why',
    '',
    /\b(?:why|how come|(?:what|which) (?:is|was|are|were) (?:the )?(?:reasons?|causes?)|what caused|what triggered|for what|because of what|reasons?)\b/,
  ],
  ['when', '', /\b(?:when|what time|which day|what day|what date|on what date)\b/],
  ['who', '', /\b(?:by whom|who|whom|whose)\b/],
  ['average', '', /\b(?:on average|average|mean|typical|typically|usually|normally)\b/],
  ['share', '', /\b(?:share|percentage|percent|proportion|fraction)\b/],
  ['each', '', /\b(?:each|per connector|by connector|respectively|every one)\b/],
  ['more', 'less', /\b(?:how much cheaper|cheaper|less|save)\b/],
  ['more', 'more', /\b(?:how much more|more expensive|dearer|difference|more|extra)\b/],
  ['sum', '', /\b(?:in total|total|altogether|sum|combined|overall|how much)\b/],
  ['list', '', /\b(?:which|what|list|show|give|name|display|see)\b/],
]

const nouns: readonly (readonly [Subject, RegExp])[] = [
  ['alert', /\b(?:alerts?|alarms?|warnings?)\b/],
  ['schedule', /\b(?:schedules?|(?:scheduled|planned) (?:starts?|runs?)|scheduled|starts|timetable)\b/],
  ['plan', /\b(?:plans?|tier|subscription)\b/],
  ['invoice', /\b(?:invoices?|bills?)\b/],
  ['run', /\b(?:runs?|executions?|jobs?)\b/],
  ['connector', /\b(?:connectors?|integrations?|pipelines?|syncs|feeds?)\b/],
  ['record', /\b(?:records?|rows?|items?)\b/],
]

const frame = new Set(
  `me us all any every the a an of our my your we i you please can could would will do does did is are was were be been am there have has had get got
   and or so ok okay also then now but only just that those these this them they one ones it its their to in on at for from with by as into during within
   under than if about currently still actually really exactly tell know say want like run runs ran running start started starts take takes took taken last
   lasted happen happened work working going go went here what's who's his her both so far up yes no many much month monthly company team people it's ago
   time times`.split(/\s+/),
)
const back = /\b(?:them|those|these|they|their|ones?|it|its|that|this)\b/
const one = /\b(?:it|its|that one|this one|that|this|that connector|this connector)\b/
const leading = /^(?:and|what about|how about|only|just|but|ok|okay|so|also)\b/
const shortMax = 4
/** The plans of the price book, in lower case. */
const planNamed = /\b(?:basic|professional|enterprise|pro)\b/
/** "The Business plan": a plan that nobody has. */
const unknownPlan =
  /\b(?:the |an? |your |on )?(premium|business|starter|free|team|standard|plus|ultimate|gold|growth|advanced)(?= (?:plan|tier))/
const aRecords = /\b(\d{1,3}(?:[ ,.]\d{3}){1,3}|\d{1,9})(k|m)? ?(?:thousand|million)? ?(?:delivered )?records?\b/

/** Words without what narrows them to connectors, people and a time. `text` has the nouns of records that narrow as "records". */
export type Plain = {
  readonly text: string
  readonly time: boolean
  readonly scope: boolean
  readonly person: boolean
}

/** @returns null where a word is left over, or nothing is asked. */
export function questionIn({ text, time, scope, person }: Plain): Question | null {
  const found = new Map<Slot, string>()
  let left = text
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const it = pattern.exec(left)
    if (it) left = `${left.slice(0, it.index)} ${left.slice(it.index + it[0].length)}`
    return it
  }
  const isElliptical = leading.test(text) || text.split(/\s+/).length <= shortMax
  const isThere = pointsThere(text)
  const pointsBack = back.test(text) || isThere
  const pointsAtOne = one.test(text) || isThere
  const whether = /^(?:and |so |but )?(?:is|are|was|were|did|does|do|has|have|will|would|any)\b/.test(text)
  const records = take(aRecords)
  const unit =
    /\bmillion\b/.test(records?.[0] ?? '') || records?.[2] === 'm'
      ? 1_000_000
      : /\bthousand\b/.test(records?.[0] ?? '') || records?.[2] === 'k'
        ? 1_000
        : 1
  if (records !== null) found.set('number', String(Number((records[1] ?? '').replace(/[ ,.]/g, '')) * unit))
  const unknown = take(unknownPlan)
  const named = unknown ?? take(planNamed)
  if (named !== null) found.set('plan', unknown?.[1] ?? (named[0] === 'pro' ? 'professional' : named[0]))
  const limit = /\b(?:last|latest|newest|first|top|next) (\d{1,2})\b/.exec(left)
  if (limit !== null && records === null) {
    found.set('number', limit[1] ?? '')
    left = left.replace(` ${limit[1]}`, '')
  }
  for (const [slot, value, pattern] of takers) {
    const it = take(pattern)
    if (it === null || slot === 'frame') continue
    const before = found.get(slot)
    if (before !== undefined && before !== value) return null
    found.set(slot, value)
    // The same thing said twice: "failed records with failures".
    take(pattern)
  }
  const order = nouns
    .map(([subject, pattern]) => ({ subject, pattern, at: pattern.exec(left)?.index ?? -1 }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at)
  for (const { pattern } of order) {
    take(pattern)
    take(pattern)
  }
  const [first, second, third] = order.map(({ subject }) => subject)
  if (third !== undefined) return null
  if (left.split(/\s+/).some((word) => word !== '' && !frame.has(word))) return null
  const subjects = subjectsOf([first, second], found, scope)
  if (subjects === null) return null
  if (subjects.subject !== undefined) found.set('subject', subjects.subject)
  if (subjects.of !== undefined) found.set('of', subjects.of)
  if (whether && !['count', 'list', 'when', 'why', 'who', 'howLong', 'since'].some((it) => found.has(it as Slot)))
    found.set('whether', '')
  if (found.has('when') || found.has('who') || found.has('why') || found.has('howLong') || found.has('since'))
    found.delete('list')
  if (found.has('count') || found.has('share') || found.has('more')) found.delete('sum')
  if (found.has('count') || found.has('share') || found.has('average')) found.delete('list')
  if (time) found.set('time', '')
  if (scope) found.set('scope', '')
  if (person) found.set('person', '')
  if (found.size === 0) return null
  return { slots: Object.fromEntries(found) as Slots, pointsBack, pointsAtOne, isElliptical }
}

/** "Which connectors have an alert" is about alerts; "which connectors lost records" is about connectors. */
function subjectsOf(
  [first, second]: readonly [Subject | undefined, Subject | undefined],
  found: ReadonlyMap<Slot, string>,
  scope: boolean,
): { readonly subject?: Subject; readonly of?: Subject } | null {
  if (first === undefined) {
    if (found.has('plan')) return { subject: 'plan' }
    if (found.has('number') && found.get('deed') === 'cost') return { subject: 'record' }
    if (found.has('howLong')) return { subject: 'run' }
    if (found.has('when') && found.get('deed') === 'cost' && !scope) return { subject: 'invoice' }
    if (found.has('when') && found.has('outcome') && found.has('order')) return { subject: 'record' }
    if (found.get('deed') === 'miss' || found.get('order') === 'next') return { subject: 'schedule' }
    const isOfConnector =
      found.get('deed') === 'own' || (scope && found.get('deed') === 'cost') || found.get('state') === 'paused'
    return isOfConnector ? { subject: 'connector' } : {}
  }
  if (found.get('deed') === 'miss') return { subject: 'schedule' }
  if (second === undefined || second === first) return { subject: first }
  const both = new Set([first, second])
  for (const subject of ['alert', 'schedule'] as const)
    if (both.has(subject)) return both.has('connector') || both.has('run') ? { subject } : null
  if (both.has('plan')) return both.has('invoice') ? { subject: 'plan' } : null
  return { subject: first, of: second }
}
