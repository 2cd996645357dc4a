/** Runs: the longest, the first, those that somebody started, how long they take in all and on average, and why one failed. */
import type { ListedRun, RunFilter } from '#contract/connectors/runs/run-list.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { countOfRuns } from '../answers/counting.ts'
import { sayRuns } from '../answers/exact/composed.ts'
import { whenWord } from '../answers/figures.ts'
import { itemOfRun, tookOf } from '../answers/runs.ts'
import { inAddress } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { durationText, link, plural, quote, type SentencePart, type Speech } from '../speech.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const runsRead = 500
const listedMax = 10

type Read = { readonly runs: readonly ListedRun[]; readonly isCut: boolean }

const outcomes: Partial<Readonly<Record<NonNullable<Slots['outcome']>, readonly (ListedRun['result'] | null)[]>>> = {
  failed: ['failed', 'completedWithErrors'],
  errors: ['completedWithErrors'],
  ok: ['succeeded'],
  cancelled: ['cancelled'],
}

const filtersOf: Partial<Readonly<Record<NonNullable<Slots['outcome']>, readonly RunFilter[]>>> = {
  failed: ['failed', 'completedWithErrors'],
  errors: ['completedWithErrors'],
  ok: ['succeeded'],
  cancelled: ['cancelled'],
}

/** Of the time that is named, else all that are kept. */
async function read(scene: Scene, slots: Slots): Promise<Read> {
  const { db, scope, when, scopes } = scene
  const ids = idsIn(scene)
  const time = slots.time === undefined ? {} : { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() }
  const { data, total } = await pageOfRuns(db, scope, {
    ...(ids === null ? {} : { connectorIds: ids }),
    ...time,
    ...{ search: '', limit: runsRead, offset: 0 },
  })
  const results = slots.outcome === undefined ? null : (outcomes[slots.outcome] ?? [])
  const { person } = scopes
  const by = person === null ? null : `${person.firstName} ${person.lastName}`
  const runs = data
    .filter(({ result }) => results === null || results.includes(result))
    .filter(({ trigger }) => slots.trigger === undefined || trigger === slots.trigger)
    .filter(({ startedBy }) => by === null || startedBy === by)
  return { runs, isCut: total > data.length }
}

const behind = (scene: Scene, slots: Slots): SentencePart[] => {
  const of = connectorsIn(scene)
  const [only] = of
  const names =
    slots.scope === undefined
      ? []
      : of.length === 1 && only !== undefined
        ? [' of ', link(connectorHref(only.id), only.name)]
        : []
  return [...names, ...(slots.time === undefined ? [] : [whenWord(scene.when), quote(scene.when.label)])]
}

const adjectives: Partial<Readonly<Record<NonNullable<Slots['outcome']>, string>>> = {
  failed: 'failed ',
  errors: 'partially failed ',
  ok: 'successful ',
  cancelled: 'cancelled ',
}
const adjectiveOf = ({ outcome, trigger }: Slots) =>
  `${trigger === undefined ? '' : trigger === 'manual' ? 'manually started ' : trigger === 'schedule' ? 'scheduled ' : `${trigger} `}${outcome === undefined ? '' : (adjectives[outcome] ?? '')}`

/** What runs are ranked by: how long they took, or what they did with records. */
function valueIn(slots: Slots): ((run: ListedRun) => number | null) | null {
  const { order, outcome, of } = slots
  if (order === 'longest' || order === 'shortest') return tookOf
  if (order !== 'most' && order !== 'fewest') return null
  if (of !== 'record' && outcome === undefined) return null
  if (outcome === 'failed') return (run) => run.recordsFailed + run.recordsUnknown
  if (outcome === 'skipped') return (run) => run.recordsSkipped
  return outcome === 'delivered' ? (run) => run.recordsDelivered : (run) => run.recordsRead
}

async function sayOrdered(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const { order } = slots
  const rankOf = valueIn(slots)
  if (rankOf === null && order !== 'first' && order !== 'last') return false
  // "Which run delivered the fewest": what it did is the measure, and no filter.
  const { runs, isCut } = await read(
    scene,
    order === 'most' || order === 'fewest' ? { ...slots, outcome: undefined as never } : slots,
  )
  if (runs.length === 0) {
    speech.say(`There is no ${adjectiveOf(slots)}run`, ...behind(scene, slots), '.')
    return true
  }
  const isAscending = order === 'shortest' || order === 'fewest' || order === 'first'
  const timeOf = (run: ListedRun) => Date.parse(run.startedAt ?? run.statusSince)
  const by = rankOf ?? timeOf
  const sorted = runs
    .flatMap((run) => {
      const value = by(run)
      return value === null ? [] : [{ run, value }]
    })
    .toSorted((one, other) => (isAscending ? one.value - other.value : other.value - one.value))
  const [first] = sorted
  if (first === undefined) {
    speech.say('No such run has ended', ...behind(scene, slots), '.')
    return true
  }
  const most = slots.number === undefined ? 1 : Number(slots.number)
  const tied =
    rankOf === null || order === 'longest' || order === 'shortest' ? [] : sorted.filter(({ value }) => value === first.value)
  const shown = (tied.length > 1 ? tied : sorted.slice(0, most)).slice(0, listedMax)
  const base = slots.time === undefined ? '/runs' : `/runs?${inAddress(scene.when)}`
  const names = {
    longest: 'longest',
    shortest: 'shortest',
    first: 'first',
    last: 'newest',
    most: 'run with the highest count, out',
    fewest: 'run with the lowest count, out',
    next: '',
  }
  if (shown.length === 1)
    speech.say(
      `The ${names[order ?? 'last']} of `,
      ...speech.count(
        'Runs looked at',
        sorted.length,
        base,
        `${adjectiveOf(rankOf === null || order === 'longest' || order === 'shortest' ? slots : {})}run`,
      ),
      ...behind(scene, slots),
      ':',
    )
  else speech.say(...speech.count('Runs that fit', shown.length, base, 'run'), ...behind(scene, slots), ':')
  for (const { run } of shown) speech.item(...itemOfRun(run, speech))
  if (isCut) speech.say('I only checked the newest runs.')
  const [only] = shown
  if (only !== undefined && (only.run.result === 'failed' || only.run.result === 'completedWithErrors'))
    speech.suggest(`Why is ${only.run.connectorName} failing?`)
  return true
}

/** How long runs took on average or in all. */
async function sayLength(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  // Of several connectors one average says little: each has its own elsewhere.
  if (slots.scope !== undefined && scene.connector === null) return false
  const { runs, isCut } = await read(scene, slots)
  const took = runs.flatMap((run) => tookOf(run) ?? [])
  if (took.length === 0) {
    speech.say(`No ${adjectiveOf(slots)}run`, ...behind(scene, slots), ' has ended.')
    return true
  }
  const sum = took.reduce((all, it) => all + it, 0)
  const base = slots.time === undefined ? '/runs' : `/runs?${inAddress(scene.when)}`
  const said = speech.count('Runs looked at', took.length, base, `${adjectiveOf(slots)}run`)
  if (slots.sum === undefined)
    speech.say(
      ...said,
      ...behind(scene, slots),
      ' took ',
      speech.fact('Average duration', durationText(sum / took.length), base),
      ' on average, ',
      speech.fact('Shortest', durationText(Math.min(...took)), base),
      ' at least and ',
      speech.fact('Longest', durationText(Math.max(...took)), base),
      ' at most.',
    )
  else
    speech.say(...said, ...behind(scene, slots), ' took ', speech.fact('Duration of all', durationText(sum), base), ' in total.')
  if (isCut) speech.say('I only checked the newest runs.')
  return true
}

/** How many, which, and who started them. */
async function sayThose(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const { trigger, person, outcome } = slots
  const isOfOne = trigger !== undefined || person !== undefined || slots.who !== undefined || slots.when !== undefined
  const isUntimed = slots.list !== undefined && slots.time === undefined && outcome === undefined
  const isPlain = !isOfOne && !isUntimed && slots.number === undefined
  if (slots.whether !== undefined && outcome === undefined && trigger === undefined && person === undefined) return false
  if (isPlain && outcome === undefined && slots.count !== undefined) {
    await countOfRuns(scene, speech)
    return true
  }
  if (isPlain) {
    const results = outcome === undefined ? [] : [...(filtersOf[outcome] ?? [])]
    await sayRuns(scene, { entity: 'run', form: 'count', results, status: null, took: null, isOfLastRun: false }, speech)
    return true
  }
  const { runs, isCut } = await read(scene, slots)
  const base = slots.time === undefined ? '/runs' : `/runs?${inAddress(scene.when)}`
  const adjective = adjectiveOf(slots)
  const by =
    scene.scopes.person === null
      ? []
      : [' started by ', quote(`${scene.scopes.person.firstName} ${scene.scopes.person.lastName}`)]
  if (runs.length === 0)
    speech.say(slots.whether === undefined ? '' : 'No. ', `There was no ${adjective}run`, ...by, ...behind(scene, slots), '.')
  else {
    const isMixed = slots.outcome === 'failed' && runs.some(({ result }) => result === 'completedWithErrors')
    const failed = runs.filter(({ result }) => result === 'failed').length
    speech.say(
      slots.whether === undefined ? '' : 'Yes. ',
      ...(isMixed
        ? [
            ...speech.count('Runs (failed)', failed, base, 'run'),
            ' failed and ',
            ...speech.count('Runs (completedWithErrors)', runs.length - failed, base, 'run'),
            ' completed with errors',
          ]
        : [
            ...speech.count('Runs', runs.length, base, `${adjective}run`),
            ` ${plural(runs.length, 'was', 'were')}${by.length > 0 ? '' : ' started'}`,
          ]),
      ...by,
      ...behind(scene, slots),
      ':',
    )
  }
  if (slots.share !== undefined) return false
  const shown = slots.number === undefined ? runs.slice(0, listedMax) : runs.slice(0, Number(slots.number))
  for (const run of shown) speech.item(...itemOfRun(run, speech))
  if (runs.length > shown.length) speech.say(link(base, 'See all runs'))
  if (isCut) speech.say('I only checked the newest runs.')
  const [first] = shown
  if (slots.outcome === 'failed' && first !== undefined) speech.suggest(`Why is ${first.connectorName} failing?`)
  return true
}

const base = { subject: 'run' } as const
const isRunOutcome = ({ outcome }: Slots) => outcome === undefined || Object.hasOwn(outcomes, outcome)
export const waysOfRuns: readonly Way[] = [
  {
    ...base,
    intent: 'durations',
    needs: ['order'],
    oneOf: [],
    takes: ['list', 'when', 'who', 'howLong', 'scope', 'time', 'person', 'trigger', 'outcome', 'of', 'number', 'whether'],
    fits: ({ order, of, outcome }) =>
      order !== 'next' &&
      (of === undefined || of === 'record' || of === 'connector') &&
      (isRunOutcome({ ...(outcome === undefined ? {} : { outcome }) }) || order === 'most' || order === 'fewest'),
    say: sayOrdered,
  },
  {
    ...base,
    intent: 'durations',
    needs: [],
    oneOf: ['average', 'howLong'],
    takes: ['scope', 'time', 'outcome', 'trigger', 'sum', 'list', 'each'],
    fits: (slots) => isRunOutcome(slots) && slots.each === undefined,
    say: sayLength,
  },
  {
    ...base,
    intent: 'count',
    needs: [],
    oneOf: ['person', 'trigger', 'outcome', 'time', 'who', 'number', 'scope'],
    takes: ['count', 'list', 'whether', 'scope', 'outcome', 'time', 'person', 'trigger', 'sum', 'who', 'when', 'number', 'of'],
    fits: (slots) =>
      isRunOutcome(slots) &&
      (slots.of === undefined || slots.of === 'connector') &&
      [slots.count, slots.list, slots.whether, slots.who, slots.when].some((it) => it !== undefined),
    say: sayThose,
  },
]
