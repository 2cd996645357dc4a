/** Two or more connectors beside each other by one measure: "which is slower, A or B?", "compare A and B by failed records". */
import { figuresByConnector } from '../../connector-figures.repository.ts'
import { countRuns } from '../../counting.repository.ts'
import { connectorHref, connectorsIn, type Scene } from '../../scene.ts'
import { durationText, link, listed, quote, type SentencePart, type Speech } from '../../speech.ts'
import { runDurationsOf } from '../activity.ts'
import { whenWord } from '../figures.ts'

const comparedMax = 5
const allMax = 20
const minute = 60_000

type Measure = {
  readonly isMeant: (scene: Scene) => boolean
  /** "Failed records", and how the one with the most is called. */
  readonly label: string
  readonly said: (value: number, speech: Speech, label: string, href: string) => SentencePart[]
  readonly noun: string
  readonly isLess: (scene: Scene) => boolean
  /** Null where nothing is known. */
  readonly valueOf: (scene: Scene, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
}

const span = ({ when }: Scene) => ({ from: Math.floor(when.from / minute) * minute, to: Math.ceil(when.to / minute) * minute })

type Counted = 'delivered' | 'failed' | 'skipped' | 'unknown'
async function sumsOf(scene: Scene, ids: readonly string[], by: readonly Counted[]): Promise<ReadonlyMap<string, number>> {
  const found = await figuresByConnector(scene.db, { ...scene.scope, connectorIds: ids }, span(scene), { by, limit: allMax * 2 })
  const sums = new Map(found.map((it) => [it.id, by.reduce((sum, each) => sum + it[each], 0)]))
  return new Map(ids.map((id) => [id, sums.get(id) ?? 0]))
}

async function rateOf(scene: Scene, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [failed, all] = [await sumsOf(scene, ids, ['failed']), await sumsOf(scene, ids, ['failed', 'delivered'])]
  return new Map(
    ids.flatMap((id) => {
      const whole = all.get(id) ?? 0
      return whole === 0 ? [] : [[id, Math.round((1_000 * (failed.get(id) ?? 0)) / whole) / 10] as const]
    }),
  )
}

async function runsOf({ db, scope, when }: Scene, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const id of ids) found.set(id, await countRuns(db, { ...scope, connectorIds: [id], from: when.from, to: when.to }, 'all'))
  return found
}

const less = ['fewer', 'less', 'fewest', 'least', 'lowest', 'smaller', 'lower', 'smallest']
const hasLess = ({ words }: Scene) => words.some((word) => less.includes(word))
const counted =
  (one: string, more: string, verb: string): Measure['said'] =>
  (value, speech, label, href) => [...speech.count(label, value, href, one, more), verb]

const measures: readonly Measure[] = [
  {
    isMeant: ({ hasWord, words }) =>
      hasWord(
        'slow',
        'slower',
        'fast',
        'faster',
        'quick',
        'quicker',
        'duration',
        'tak',
        'longer',
        'shorter',
        'runtim',
        'speed',
        'slowest',
        'fastest',
        'longest',
      ) ||
      (words.includes('long') && words.includes('how')),
    label: 'Average duration of a run',
    noun: 'average duration',
    said: (value, speech, label, href) => ['a run takes ', speech.fact(label, durationText(value), href), ' on average'],
    isLess: ({ hasWord }) => hasWord('fast', 'faster', 'quick', 'quicker', 'shorter', 'fastest', 'shortest'),
    valueOf: (scene, ids) => runDurationsOf(scene, ids),
  },
  {
    isMeant: ({ hasWord }) =>
      hasWord(
        'rat',
        'percent',
        'percentag',
        'shar',
        'reliabl',
        'reliable',
        'stabl',
        'stable',
        'healthier',
        'healthiest',
        'reliability',
        'ratio',
      ),
    label: 'Error rate, percent',
    noun: 'error rate',
    said: (value, speech, label, href) => ['error rate ', speech.fact(label, value, href), ' %'],
    // The most reliable one and the highest success rate have the lowest error rate.
    isLess: (scene) =>
      scene.hasWord('success', 'successful', 'reliabl', 'reliable', 'stabl', 'stable', 'healthier', 'healthiest', 'better') !==
      hasLess(scene),
    valueOf: rateOf,
  },
  {
    isMeant: ({ hasWord }) =>
      hasWord('fail', 'failur', 'error', 'reject', 'problem', 'wors', 'worse', 'lost', 'broken', 'trouble', 'bad', 'refus'),
    label: 'Failed records',
    noun: 'failed records',
    said: counted('record', 'records', ' failed'),
    isLess: hasLess,
    valueOf: (scene, ids) => sumsOf(scene, ids, ['failed']),
  },
  {
    isMeant: ({ hasWord }) => hasWord('run', 'execution') && !hasWord('record'),
    label: 'Runs',
    noun: 'runs',
    said: counted('run', 'runs', ' started'),
    isLess: hasLess,
    valueOf: runsOf,
  },
  {
    isMeant: ({ hasWord }) => hasWord('skip'),
    label: 'Skipped records',
    noun: 'skipped records',
    said: counted('record', 'records', ' skipped'),
    isLess: hasLess,
    valueOf: (scene, ids) => sumsOf(scene, ids, ['skipped']),
  },
  {
    isMeant: ({ hasWord }) => hasWord('deliver', 'delivery', 'deliverie', 'send', 'arriv', 'mov', 'transfer', 'success'),
    label: 'Delivered records',
    noun: 'delivered records',
    said: counted('record', 'records', ' delivered'),
    isLess: hasLess,
    valueOf: (scene, ids) => sumsOf(scene, ids, ['delivered']),
  },
  {
    isMeant: ({ hasWord }) =>
      hasWord('read', 'record', 'row', 'volum', 'busier', 'busiest', 'order', 'customer', 'bigger', 'data'),
    label: 'Records',
    noun: 'records read and sent',
    said: counted('record', 'records', ''),
    isLess: hasLess,
    valueOf: (scene, ids) => sumsOf(scene, ids, ['delivered', 'failed', 'skipped', 'unknown']),
  },
]

const comparing =
  /\b(?:compare|compared|comparison|versus|vs|than|difference|differ|beside|against|side by side)\b|\b(?:which|who|what)(?: of (?:the )?(?:two|them|these|both))?\b|\b(?:more|fewer|less|slower|faster|longer|shorter|quicker|worse|better|most|worst|slowest|fastest|longest)\b/i

/** Words that ask for a measure that no one here has. */
const unmeasured =
  /\b(?:price|cost|costs|expensive|cheaper|version|versions|mapping|fields?|schedule|owner|trigger|configuration|settings?|since|been)\b/i

const asksForAll = /\b(?:which|what|who|list|show|number|rank)\b/i
const perConnector = /\b(?:per|by|each|every) (?:connector|integration|sync)s?\b/i
const extreme = /\b(?:most|least|best|worst|slowest|fastest|quickest|longest|shortest|highest|lowest|slower|faster)\b/i
const connectorNoun = /\b(?:connectors?|integrations?|syncs?|ones?|feeds?|pipelines?)\b/i

/** "Which connector takes longest?", "runs per connector": all that are deployed, by a measure that no ranking of records has. */
function allCompared(scene: Scene): Scene['compared'] {
  const { message, marked } = scene
  const isRanked = asksForAll.test(message) && extreme.test(message) && connectorNoun.test(message)
  if (marked.connectors.length > 0 || (!isRanked && !perConnector.test(message))) return []
  const measure = measures.find((it) => it.isMeant(scene))
  if (measure === undefined || !['average duration', 'error rate', 'runs'].includes(measure.noun)) return []
  return connectorsIn(scene)
    .filter(({ status }) => status !== 'Draft')
    .slice(0, allMax)
    .map(({ id, name }) => ({ ids: [id], label: name }))
}

/** A run that failed before it read a record has no rate, and is a failure. */
async function whyNoRate({ db, scope, when }: Scene, connectorIds: readonly string[]): Promise<string> {
  const asked = { ...scope, connectorIds, from: when.from, to: when.to }
  const [failed, all] = [await countRuns(db, asked, 'failed'), await countRuns(db, asked, 'all')]
  if (failed > 0) return failed === 1 ? 'no records were read (its run failed).' : 'no records were read (its runs failed).'
  return all > 0 ? 'no records were delivered and none failed.' : 'no run in this time.'
}

/** @returns whether connectors are compared, and were. */
export async function sayComparison(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, when, zone } = scene
  if (unmeasured.test(message) || /\b(?:why|reason|when)\b/i.test(message)) return false
  const isPair = scene.compared.length > 1 && comparing.test(message)
  const named = isPair ? scene.compared : allCompared(scene)
  if (named.length < 2) return false
  const found = measures.filter((it) => it.isMeant(scene)).slice(0, 1)
  const shown =
    found.length > 0 ? found : measures.filter(({ noun }) => noun === 'delivered records' || noun === 'failed records')
  const isSummed = shown.every(({ noun }) => noun !== 'average duration' && noun !== 'error rate')
  if (!isSummed && named.some(({ ids }) => ids.length > 1)) return false
  const ids = named.flatMap((it) => it.ids)
  speech.applies('comparison', 'superlative', 'average', 'share', 'each', 'howLong')
  for (const measure of shown) {
    const values = await measure.valueOf(scene, ids)
    const groups = named.map(({ ids: of, label }) => ({
      of:
        of.length === 1 && of[0] !== undefined ? link(connectorHref(of[0]), label) : quote(`${label} (${of.length} connectors)`),
      href: of.length === 1 && of[0] !== undefined ? connectorHref(of[0]) : '/dashboard',
      ids: of,
      label,
      value: of.some((id) => values.has(id)) ? of.reduce((sum, id) => sum + (values.get(id) ?? 0), 0) : null,
    }))
    const known = groups.flatMap(({ value, ...it }) => (value === null ? [] : [{ ...it, value }]))
    const isLess = measure.isLess(scene)
    const sorted = known.toSorted((one, other) => (isLess ? one.value - other.value : other.value - one.value))
    const [first] = sorted
    const missing = groups.filter(({ value }) => value === null)
    if (first) {
      const tied = sorted.filter(({ value }) => value === first.value)
      const range: SentencePart[] =
        measure.noun === 'average duration' && !when.isNamed ? [] : [whenWord(when), quote(when.label)]
      if (tied.length === sorted.length && sorted.length > 1) speech.say('They are the same by ', measure.noun, ...range, ':')
      else
        speech.say(
          ...listed(
            tied.map(({ of }) => of),
            comparedMax,
          ),
          tied.length === 1 ? ' has the ' : ' have the ',
          isLess ? wordFor(measure.noun, 'lowest', 'fewest') : wordFor(measure.noun, 'highest', 'most'),
          ' ',
          measure.noun,
          ...range,
          ':',
        )
    }
    for (const { of, href, label, value } of sorted)
      speech.item(of, ': ', ...measure.said(value, speech, `${measure.label}: ${label}`, href), '.')
    for (const { of, ids: without } of missing)
      speech.item(of, ': ', measure.noun === 'error rate' ? await whyNoRate(scene, without) : 'no run that ended in this time.')
    speech.draw(
      measure.noun === 'failed records' || measure.noun === 'delivered records'
        ? {
            ...{
              kind: 'comparison',
              title: measure.label,
              interval: null,
              zone,
              series: [measure.noun === 'failed records' ? 'failed' : 'delivered'],
            },
            points: sorted.map(({ href, label, value }) => ({
              at: null,
              name: label,
              values: [value],
              isOpen: false,
              href,
            })),
          }
        : null,
    )
  }
  speech.sayNoScopes()
  return true
}

const wordFor = (noun: string, ofFigure: string, ofCount: string) =>
  noun === 'average duration' || noun === 'error rate' ? ofFigure : ofCount
