/** Figures over time and side by side, with their chart: records per day, failures by connector, this week and the last one. */
import { type AnswerChart, type ChartMeasure, chartIntervals, chartLimits } from '#contract/assistant/chart.ts'
import { figuresOf, type VolumeSums } from '../../../engine/ledger/ledger-sums.repository.ts'
import { periodsOf } from '../../../engine/ledger/periods.ts'
import { chooseConnectors } from '../../analytics/connector-choice.repository.ts'
import { figuresByConnector } from '../connector-figures.repository.ts'
import { comparedIn, inAddress, lately, type When } from '../language/when.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { behindFigure, recordSums, recordsHref, whenWord } from './figures.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Interval = (typeof chartIntervals)[number]
type Outcome = Exclude<ChartMeasure, 'runs'>
const outcomes = ['delivered', 'failed', 'skipped', 'unknown'] as const satisfies readonly Outcome[]

type Subject = {
  readonly measures: readonly Outcome[]
  readonly label: string
  readonly verb: string
  /** Of the transactions that are counted; null: of all. */
  readonly status: string | null
}
export const failures: Subject = { measures: ['failed'], label: 'Failed records', verb: ' records failed', status: 'failure' }
const deliveries: Subject = {
  ...{ measures: ['delivered'], label: 'Delivered records', verb: ' records were delivered', status: 'success' },
}
const everything: Subject = { measures: outcomes, label: 'Records', verb: ' records were read', status: null }
const subjects = [failures, deliveries, everything] as const

/** The outcomes that a question is about. */
export function subjectOf({ hasWord }: Pick<Scene, 'hasWord'>): Subject {
  if (hasWord('fail', 'failur', 'reject', 'error', 'lost', 'unsuccessful', 'wrong')) return failures
  return hasWord('deliver', 'delivery', 'deliverie', 'send', 'arriv', 'success') ? deliveries : everything
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

/** The next wider one where there were too many places. */
function fitting(interval: Interval, span: number): Interval {
  const width = { hour, day, week: 7 * day, month: 30 * day }[interval]
  const next = chartIntervals[chartIntervals.indexOf(interval) + 1]
  return next !== undefined && span / width > chartLimits.places - 2 ? fitting(next, span) : interval
}

const titles: Readonly<Record<Interval, string>> = { hour: 'per hour', day: 'per day', week: 'per week', month: 'per month' }

/** Records by period. Null where the time has one period only, or nothing was read in it. */
export async function courseOf(scene: Scene, when: When, measures: readonly Outcome[]): Promise<AnswerChart | null> {
  const { db, scope, connector, zone, now, words } = scene
  const ids = connector === null ? null : [connector.id]
  const chosen = await chooseConnectors(db, scope, { ids, environment: null, sandboxOrigin: '' })
  if (!chosen) return null
  const span = { from: Math.floor(when.from / minute) * minute, to: Math.ceil(when.to / minute) * minute }
  const interval = fitting(intervalIn(words) ?? usualInterval(span.to - span.from), span.to - span.from)
  const periods = periodsOf(span, interval, zone).filter(({ from }) => from <= now)
  if (periods.length < 2) return null
  const { sums } = await figuresOf(db, chosen.whose, periods, { from: span.from, to: span.from })
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
  const when = scene.when.isNamed ? scene.when : lately(scene.now)
  const { measures, label, verb, status } = subjectOf(scene)
  const sums = await recordSums(scene, when)
  const total = measures.reduce((all, it) => all + sums[it], 0)
  speech.say(speech.fact(label, total, recordsHref(scene, when, status)), verb, ...behindFigure(scene, when))
  const chart = await courseOf(scene, when, measures)
  if (chart === null) {
    if (total > 0) speech.say('That is only one period, so there is no trend to show.')
    return
  }
  const sumOf = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  const [highest] = chart.points.toSorted((one, other) => sumOf(other.values) - sumOf(one.values))
  if (highest?.at != null) {
    const figure = speech.fact(`Highest ${chart.interval}`, sumOf(highest.values), highest.href)
    speech.item(`The ${chart.interval} with the most had `, figure, '. It began at ', at(highest.at), '.')
  }
  if (chart.points.at(-1)?.isOpen) speech.item(`The last ${chart.interval} is not over yet.`)
  speech.draw(chart)
}

/** "This week compared with last week", up to the same time. @returns false where the words compare no times. */
export async function answerComparison(scene: Scene, speech: Speech): Promise<boolean> {
  const compared = comparedIn(scene.words, scene.zone, scene.now)
  if (compared === null) return false
  const whens = [compared.before, compared.current] as const
  const [earlier, later] = [await recordSums(scene, whens[0]), await recordSums(scene, whens[1])]
  const { measures, label, verb, status } = subjectOf(scene)
  const sumOf = (sums: typeof earlier) => measures.reduce((all, it) => all + sums[it], 0)
  const hrefOf = (when: When) => recordsHref(scene, when, status)
  speech.say(speech.fact(`${label}, ${whens[1].label}`, sumOf(later), hrefOf(whens[1])), verb, ...behindFigure(scene, whens[1]))
  const figure = speech.fact(`${label}, ${whens[0].label} up to the same time`, sumOf(earlier), hrefOf(whens[0]))
  speech.say('Up to the same time ', quote(whens[0].label), ' it was ', figure, '.')
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

const rankingWords = ['most', 'least', 'highest', 'busiest', 'biggest', 'largest', 'worst', 'top', 'rank', 'ranking']

/** Whether connectors are to be set side by side: "the most errors", "failures by connector". */
export const asksForRanking = ({ words, hasWord, marked: { connectors } }: Scene): boolean =>
  connectors.length === 0 &&
  (words.some(
    (word, place) => /^(per|by|each)$/.test(word) && /^(connector|integration|sync|pipeline)s?$/.test(words[place + 1] ?? ''),
  ) ||
    (hasWord(...rankingWords) && hasWord('which', 'what', 'who', 'top', 'connector', 'integration')))

export async function answerRanking(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, when, zone } = scene
  const { measures, label, verb, status } = subjectOf(scene)
  const span = { from: Math.floor(when.from / minute) * minute, to: Math.ceil(when.to / minute) * minute }
  const found = await figuresByConnector(db, scope, span, { by: measures, limit: chartLimits.compared })
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
    const figure = speech.fact(`${label}: ${first.name}`, total, hrefOf(first.id))
    speech.say(link(connectorHref(first.id), first.name), ' has the most', ...range, ': ', figure, verb, '.')
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
