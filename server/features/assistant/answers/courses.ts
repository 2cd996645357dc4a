/** Figures over time and side by side, with their chart: records per day, failures by connector, this week and the last one. */
import { type AnswerChart, type ChartMeasure, chartIntervals, chartLimits } from '#contract/assistant/chart.ts'
import type { VolumeSums } from '../../../engine/ledger/ledger-sums.repository.ts'
import { periodsOf } from '../../../engine/ledger/periods.ts'
import { chooseConnectors } from '../../analytics/connector-choice.repository.ts'
import { recordFiguresOf } from '../../connectors/problems/retried.repository.ts'
import { figuresByConnector } from '../connector-figures.repository.ts'
import { comparedIn, inAddress, lately, type When } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { at, link, listed, plural, quote, type SentencePart, type Speech } from '../speech.ts'
import { atTime, ofOne, recordSums, recordsHref, whenWord } from './figures.ts'
import { compareRuns } from './runs.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Interval = (typeof chartIntervals)[number]
type Outcome = Exclude<ChartMeasure, 'runs'>
const outcomes = ['delivered', 'failed', 'skipped', 'unknown'] as const satisfies readonly Outcome[]

type Subject = {
  readonly measures: readonly Outcome[]
  readonly label: string
  /** Of one record, and of several. */
  readonly verb: readonly [one: string, more: string]
  /** Of the transactions that are counted; null: of all. */
  readonly status: string | null
}
export const failures: Subject = { measures: ['failed'], label: 'Failed records', verb: ['failed', 'failed'], status: 'failure' }
const deliveries: Subject = {
  ...{ measures: ['delivered'], label: 'Delivered records', verb: ['was delivered', 'were delivered'], status: 'success' },
}
const skips: Subject = {
  measures: ['skipped'],
  label: 'Skipped records',
  verb: ['was skipped', 'were skipped'],
  status: 'skipped',
}
const everything: Subject = { measures: outcomes, label: 'Records', verb: ['was read', 'were read'], status: null }
const subjects = [failures, deliveries, skips, everything] as const

const arriving = new Set(
  'add added arrive arrived deliver delivered reach reached sent send through succeed succeeded make made'.split(' '),
)
/** "Did not arrive", "never made it": what is said not to be delivered has failed. */
export const isNotDelivered = ({ words }: Pick<Scene, 'words'>): boolean => {
  const at = words.findIndex((word) => word === 'not' || word === 'never' || word === 'undelivered')
  const behind = words.slice(at + 1, at + 4)
  // "Could not be invoiced": what a destination was to do was not done.
  const isPassive =
    words[at] === 'not' &&
    (((behind[0] === 'be' || behind[0] === 'get' || behind[0] === 'been') && /ed$/.test(behind[1] ?? '')) ||
      (/^(?:were|was|got|been)$/.test(words[at - 1] ?? '') &&
        /^(?:invoiced|booked|synced|imported|exported|transferred|billed|posted|accepted|written|received)$/.test(
          behind[0] ?? '',
        )))
  return at !== -1 && (words[at] === 'undelivered' || isPassive || behind.some((word) => arriving.has(word)))
}

/** "8 records failed" */
export function recordsSaid(
  speech: Speech,
  { label, verb }: Pick<Subject, 'label' | 'verb'>,
  count: number,
  { href, of = [] }: { readonly href: string; readonly of?: readonly SentencePart[] },
): SentencePart[] {
  return [...speech.count(label, count, href, 'record'), ...of, ` ${plural(count, ...verb)}`]
}

/** The outcomes that a question is about. */
export function subjectOf({ hasWord, words }: Pick<Scene, 'hasWord' | 'words'>): Subject {
  if (hasWord('fail', 'failur', 'reject', 'error', 'lost', 'unsuccessful', 'wrong', 'refus', 'problem', 'loss')) return failures
  if (isNotDelivered({ words })) return failures
  if (hasWord('skip')) return skips
  if (words.includes('through') && hasWord('go', 'get', 'come')) return deliveries
  return hasWord(
    'add',
    'added',
    'push',
    'pushed',
    'invoiced',
    'deliver',
    'delivery',
    'deliverie',
    'send',
    'arriv',
    'success',
    'transfer',
    'mov',
    'syn',
    'sync',
    'succeed',
  )
    ? deliveries
    : everything
}

const usualInterval = (span: number): Interval =>
  span <= 2 * day ? 'hour' : span <= 92 * day ? 'day' : span <= 730 * day ? 'week' : 'month'

const named: Readonly<Record<Interval, readonly string[]>> = {
  hour: ['hourly', 'hour'],
  day: ['daily', 'day'],
  week: ['weekly', 'week'],
  month: ['monthly', 'month'],
}
const adverbs = new Set(['hourly', 'daily', 'weekly', 'monthly'])
const before = new Set(['per', 'by', 'each', 'every', 'a'])

/** "Per day", "daily": the interval that the words name; null where they name none. */
function intervalIn(words: readonly string[]): Interval | null {
  for (const interval of chartIntervals) {
    const isNamed = words.some((word, place) => {
      if (!named[interval].includes(word)) return false
      return adverbs.has(word) || before.has(words[place - 1] ?? '')
    })
    if (isNamed) return interval
  }
  return null
}

const courseWords = [
  'trend',
  'chart',
  'graph',
  'plot',
  'curv',
  'develop',
  'development',
  'evolution',
  'histori',
  'cours',
  'progression',
]

/** Whether a course over time is asked for, not one figure. */
export const asksForCourse = ({ words, hasWord }: Scene): boolean =>
  intervalIn(words) !== null ||
  hasWord(...courseWords) ||
  words.some((word, place) => word === 'over' && words[place + 1] === 'time')

/** "Busiest hour", "which day had the most": the period that stands out is asked for. */
const peakWords = new Set('busiest peak quietest best worst which what'.split(' '))
const peakUnits: Readonly<Record<string, Interval>> = {
  minute: 'hour',
  time: 'hour',
  hour: 'hour',
  day: 'day',
  weekday: 'day',
  week: 'week',
  month: 'month',
}

function peakIn(words: readonly string[]): Interval | null {
  const at = words.findIndex((word, place) => peakWords.has(word) && Object.hasOwn(peakUnits, words[place + 1] ?? ''))
  return at === -1 ? null : (peakUnits[words[at + 1] ?? ''] ?? null)
}

export const asksForPeak = ({ words, hasWord }: Scene): boolean =>
  peakIn(words) !== null && (hasWord('busiest', 'peak', 'quietest') || hasWord(...rankingWords, 'best'))

/** The next wider one where there were too many places. */
function fitting(interval: Interval, span: number): Interval {
  const width = { hour, day, week: 7 * day, month: 30 * day }[interval]
  const next = chartIntervals[chartIntervals.indexOf(interval) + 1]
  return next !== undefined && span / width > chartLimits.places - 2 ? fitting(next, span) : interval
}

const titles: Readonly<Record<Interval, string>> = { hour: 'per hour', day: 'per day', week: 'per week', month: 'per month' }

/** Records by period. Null where the time has one period only, or nothing was read in it. */
export async function courseOf(scene: Scene, when: When, measures: readonly Outcome[]): Promise<AnswerChart | null> {
  const { db, scope, zone, now, words } = scene
  const ids = idsIn(scene)
  const chosen = await chooseConnectors(db, scope, { ids, environment: null, sandboxOrigin: '' })
  if (!chosen) return null
  const span = { from: Math.floor(when.from / minute) * minute, to: Math.ceil(when.to / minute) * minute }
  const interval = fitting(intervalIn(words) ?? peakIn(words) ?? usualInterval(span.to - span.from), span.to - span.from)
  const periods = periodsOf(span, interval, zone).filter(({ from }) => from <= now)
  if (periods.length < 2) return null
  const { sums } = await recordFiguresOf(db, chosen.whose, periods, { from: span.from, to: span.from }, [span])
  const countAt = (place: number, it: keyof VolumeSums) => sums[place]?.[it] ?? 0
  const shown = measures.filter((it) => it === measures[0] || it === 'failed' || sums.some((each) => each[it] > 0))
  const points = periods.map(({ begin, end, from, to }, place) => ({
    at: new Date(begin).toISOString(),
    name: '',
    values: shown.map((it) => countAt(place, it)),
    isOpen: end > now,
    href: recordsHref(scene, { ...when, from, to, period: null }, null),
  }))
  if (points.every(({ values }) => values.every((value) => value === 0))) return null
  const what = subjects.find((it) => it.measures === measures)?.label ?? 'Records'
  return { kind: 'time', title: `${what} ${titles[interval]}`, interval, zone, series: shown, points }
}

/** "Records per day": the sum, the highest period, and the chart. */
export async function answerCourse(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('each', 'average', ...(asksForPeak(scene) ? (['superlative', 'when'] as const) : []))
  const when = scene.when.isNamed ? scene.when : lately(scene.now)
  if (asksForPeak(scene) && scene.words.includes('minute')) speech.say('I compare hours, not minutes.')
  const subject = subjectOf(scene)
  const { measures, status } = subject
  const sums = await recordSums(scene, when)
  const total = measures.reduce((all, it) => all + sums[it], 0)
  speech.say(
    ...recordsSaid(speech, subject, total, { href: recordsHref(scene, when, status), of: ofOne(scene) }),
    ...atTime(when),
  )
  const chart = await courseOf(scene, when, measures)
  if (chart === null) {
    if (total > 0) speech.say('That is only one period, so there is no trend to show.')
    return
  }
  const sumOf = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  const isLeast = scene.hasWord('quietest', ...leastWords)
  const [highest] = chart.points.toSorted((one, other) => (isLeast ? -1 : 1) * (sumOf(other.values) - sumOf(one.values)))
  if (highest?.at != null) {
    const figure = speech.fact(`${isLeast ? 'Lowest' : 'Highest'} ${chart.interval}`, sumOf(highest.values), highest.href)
    speech.item(
      `The ${chart.interval} with the ${isLeast ? 'fewest' : 'most'} had `,
      figure,
      '. It began at ',
      at(highest.at),
      '.',
    )
  }
  if (scene.hasWord('averag', 'mean', 'typical', 'usual')) {
    const mean = Math.round(sumOf(chart.points.map(({ values }) => sumOf(values))) / chart.points.length)
    speech.item(
      `On average per ${chart.interval}: `,
      speech.fact(`Average per ${chart.interval}`, mean, recordsHref(scene, when, status)),
      '.',
    )
  }
  if (chart.points.at(-1)?.isOpen) speech.item(`The last ${chart.interval} is not over yet.`)
  speech.draw(chart)
}

/** "This week compared with last week", up to the same time. @returns false where the words compare no times. */
export async function answerComparison(scene: Scene, speech: Speech): Promise<boolean> {
  const compared = comparedIn(scene.words, scene.zone, scene.now)
  if (compared === null) return false
  speech.applies('comparison')
  const whens = [compared.before, compared.current] as const
  if (scene.hasWord('run', 'execution') && !scene.hasWord('record', 'deliver', 'fail', 'skip')) {
    await compareRuns(scene, whens, speech)
    return true
  }
  const [earlier, later] = [await recordSums(scene, whens[0]), await recordSums(scene, whens[1])]
  const subject = subjectOf(scene)
  const { measures, label, verb, status } = subject
  const sumOf = (sums: typeof earlier) => measures.reduce((all, it) => all + sums[it], 0)
  const hrefOf = (when: When) => recordsHref(scene, when, status)
  const named = { label: `${label}, ${whens[1].label}`, verb }
  speech.say(...recordsSaid(speech, named, sumOf(later), { href: hrefOf(whens[1]), of: ofOne(scene) }), ...atTime(whens[1]))
  const isSoFar = compared.isSoFar
  const figure = speech.fact(
    `${label}, ${whens[0].label}${isSoFar ? ' up to the same time' : ''}`,
    sumOf(earlier),
    hrefOf(whens[0]),
  )
  const [now, then] = [sumOf(later), sumOf(earlier)]
  const [same, fewer, more] = isSoFar
    ? [', the same as now.', ', fewer than now.', ', more than now.']
    : [', the same.', ', fewer.', ', more.']
  speech.say(
    isSoFar ? 'By the same time ' : 'The figure for ',
    quote(whens[0].label.replace(/^in (?=[A-Z])/, '')),
    isSoFar ? ', it was ' : ' is ',
    figure,
    now === then ? same : now > then ? fewer : more,
  )
  const shown = measures.filter((it) => it === measures[0] || it === 'failed' || earlier[it] + later[it] > 0)
  speech.draw({
    ...{ kind: 'comparison', title: label },
    ...{ interval: null, zone: scene.zone, series: shown },
    points: whens.map((when, place) => ({
      ...{ at: null, name: when.label, isOpen: false, href: hrefOf(when) },
      values: shown.map((it) => (place === 0 ? earlier : later)[it]),
    })),
  })
  return true
}

/** Connectors that an answer names beside the first one. */
const rankedMax = 5

const leastWords = ['least', 'fewest', 'lowest', 'smallest']
const rankingWords = [
  ...leastWords,
  'most',
  'least',
  'highest',
  'busiest',
  'biggest',
  'largest',
  'worst',
  'top',
  'rank',
  'ranking',
]

/** Whether connectors are to be set side by side: "the most errors", "failures by connector". */
export const asksForRanking = ({ words, hasWord, marked: { connectors } }: Scene): boolean =>
  connectors.length !== 1 &&
  (words.some(
    (word, place) => /^(per|by|each)$/.test(word) && /^(connector|integration|sync|pipeline)s?$/.test(words[place + 1] ?? ''),
  ) ||
    (hasWord(...rankingWords) && hasWord('which', 'what', 'who', 'top', 'connector', 'integration')))

/** "Top 3", "the 3 connectors with …": how many are to be named; null where no number is. */
function topIn(words: readonly string[]): number | null {
  const at = words.findIndex(
    (word, place) =>
      /^\d{1,2}$/.test(word) && (words[place - 1] === 'top' || /^(?:connector|integration|sync)s?$/.test(words[place + 1] ?? '')),
  )
  const count = Number(words[at] ?? 0)
  return count > 0 ? count : null
}

type Ranked = Awaited<ReturnType<typeof figuresByConnector>>

/** Active connectors without any record come before those with few. */
function sayLeast(scene: Scene, speech: Speech, most: Ranked, subject: Pick<Subject, 'measures' | 'label' | 'verb'>): void {
  const { when } = scene
  const countOf = (it: Ranked[number]) => subject.measures.reduce((all, each) => all + it[each], 0)
  const known = new Map(most.map((it) => [it.id, countOf(it)]))
  const ranked = connectorsIn(scene)
    .filter(({ id, status }) => known.has(id) || status === 'Active')
    .map(({ id, name }) => ({ id, name, count: known.get(id) ?? 0 }))
    .toSorted((one, other) => one.count - other.count)
  speech.say('The fewest first', whenWord(when), quote(when.label), ':')
  for (const { id, name, count } of ranked.slice(0, rankedMax)) {
    const said = recordsSaid(speech, { label: `${subject.label}: ${name}`, verb: subject.verb }, count, {
      href: connectorHref(id),
    })
    speech.item(link(connectorHref(id), name), ': ', ...said, '.')
  }
}

export async function answerRanking(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('superlative', 'each')
  const { db, scope, when, zone } = scene
  const { measures, label, verb, status } = subjectOf(scene)
  const span = { from: Math.floor(when.from / minute) * minute, to: Math.ceil(when.to / minute) * minute }
  const isLeast = scene.hasWord(...leastWords)
  const asked = { by: measures, limit: isLeast ? scene.connectors.length + 1 : chartLimits.compared }
  const most = await figuresByConnector(db, { ...scope, connectorIds: scene.scopes.among }, span, asked)
  if (isLeast) return sayLeast(scene, speech, most, { measures, label, verb })
  const found = most
  const range = [whenWord(when), quote(when.label)] as const
  if (found.length === 0) {
    const none = { failure: 'No record of any connector failed', success: 'No connector delivered a record' }
    return speech.say(
      Object.hasOwn(none, status ?? '') ? none[status as keyof typeof none] : 'No connector read a record',
      ...range,
      '.',
    )
  }
  const hrefOf = (id: string) =>
    `${connectorHref(id)}?tab=transactions${status === null ? '' : `&status=${status}`}&${inAddress(when)}`
  const [first] = found
  if (first) {
    const total = measures.reduce((all, each) => all + first[each], 0)
    const said = recordsSaid(speech, { label: `${label}: ${first.name}`, verb }, total, { href: hrefOf(first.id) })
    const sumOf = (it: Ranked[number]) => measures.reduce((all, each) => all + it[each], 0)
    const tied = found.filter((it) => sumOf(it) === total)
    const top = topIn(scene.words) ?? rankedMax
    const names = tied.map(({ id, name }) => link(connectorHref(id), name))
    speech.say(
      ...listed(names, rankedMax),
      ` ${plural(tied.length, 'has', 'have')} the most`,
      ...range,
      ': ',
      ...said,
      tied.length > 1 ? ' for each.' : '.',
    )
    for (const it of found.slice(tied.length > 1 ? 0 : 1, Math.max(1, top))) {
      const count = measures.reduce((all, each) => all + it[each], 0)
      speech.item(
        link(connectorHref(it.id), it.name),
        ': ',
        ...recordsSaid(speech, { label: `${label}: ${it.name}`, verb }, count, { href: hrefOf(it.id) }),
      )
    }
    if (found.length > top) speech.say('The chart shows more connectors.')
    if (status === 'failure') speech.suggest(`Why is ${first.name} failing?`)
  }
  const shown = measures.filter((it) => it === measures[0] || found.some((each) => each[it] > 0))
  speech.draw({
    ...{ kind: 'comparison', title: `${label} by connector`, interval: null, zone, series: shown },
    points: found.map((it) => ({
      ...{ at: null, name: it.name, isOpen: false, href: hrefOf(it.id), values: shown.map((each) => it[each]) },
    })),
  })
}
