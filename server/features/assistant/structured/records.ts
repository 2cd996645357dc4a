/** Records by their outcome: how many, per connector, which connector has the most, and why they failed. */
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { sayRecords } from '../answers/exact/composed.ts'
import { tellCauses } from '../answers/failures.ts'
import { whenWord } from '../answers/figures.ts'
import { figuresByConnector } from '../connector-figures.repository.ts'
import { connectorHref, idsIn, type Scene } from '../scene.ts'
import { at, link, plural, quote, type Speech } from '../speech.ts'
import { sayFailedOnes } from './connectors.ts'
import { wayOfRecordPrice } from './plans.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const listedMax = 12

type Status = 'failed' | 'delivered' | 'skipped'
const statusOf = ({ outcome }: Slots): Status | 'unchanged' | null =>
  outcome === 'failed' || outcome === 'delivered' || outcome === 'skipped' || outcome === 'unchanged' ? outcome : null

/** How many of each connector; the one with the most or the fewest first. */
async function sayByConnector(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const status = statusOf(slots) ?? 'delivered'
  if (status === 'unchanged') return false
  if (status === 'failed' && slots.order === undefined) return sayFailedOnes(scene, slots, speech)
  const { when, scope } = scene
  const span = { from: Math.floor(when.from / 60_000) * 60_000, to: Math.ceil(when.to / 60_000) * 60_000 }
  const by = slots.outcome === undefined ? (['delivered', 'failed', 'skipped', 'unknown'] as const) : ([status] as const)
  const found = await figuresByConnector(scene.db, { ...scope, connectorIds: idsIn(scene) }, span, {
    by: [...by],
    limit: scene.connectors.length + 1,
  })
  const verb = slots.outcome === undefined ? 'read' : status
  const range = [whenWord(when), quote(when.label)]
  const rows = found
    .map((row) => ({ ...row, count: by.reduce((sum, it) => sum + row[it], 0) }))
    .toSorted((one, other) => (slots.order === 'fewest' ? one.count - other.count : other.count - one.count))
  const [first] = rows
  if (first === undefined) {
    speech.say(verb === 'failed' ? 'No records failed' : `No records were ${verb}`, ...range, '.')
    return true
  }
  const isFailed = verb === 'failed'
  const said = (count: number) => (isFailed ? ' failed' : ` ${plural(count, 'was', 'were')} ${verb}`)
  const shown = rows.slice(0, slots.number === undefined ? listedMax : Number(slots.number))
  if (slots.order !== undefined) {
    const tied = rows.filter(({ count }) => count === first.count)
    speech.say(
      ...tied.slice(0, 3).flatMap((it, place) => [...(place === 0 ? [] : [', ']), link(connectorHref(it.id), it.name)]),
      ` ${plural(tied.length, 'has', 'have')} the ${slots.order === 'fewest' ? 'fewest' : 'most'} ${verb} records`,
      ...range,
      slots.order === 'fewest' ? ', of those that have any: ' : ': ',
      ...speech.count(`Records of ${first.name}`, first.count, connectorHref(first.id), 'record'),
      said(first.count),
      '.',
    )
  } else speech.say('By connector', ...range, ':')
  for (const { id, name, count } of slots.order === undefined ? shown : shown.slice(1, 4))
    speech.item(
      link(connectorHref(id), name),
      ': ',
      ...speech.count(`Records of ${name}`, count, connectorHref(id), 'record'),
      said(count),
      '.',
    )
  const sum = rows.reduce((all, { count }) => all + count, 0)
  if (slots.order === undefined && rows.length > 1)
    speech.say('In total ', ...speech.count('Records in total', sum, '/dashboard', 'record'), '.')
  return true
}

/** How many failed, and why. */
async function sayWhy(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  if (statusOf(slots) !== 'failed') return false
  await sayRecords(scene, { ...composition, form: 'count', status: 'failed' }, speech)
  await tellCauses(scene, speech)
  return true
}

const composition = { entity: 'record', results: [], took: null, isOfLastRun: false } as const

async function sayCount(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const status = statusOf(slots)
  if (status === null) return false
  await sayRecords(
    scene,
    { ...composition, form: slots.share !== undefined ? 'share' : slots.list !== undefined ? 'list' : 'count', status },
    speech,
  )
  return true
}

/** The run in which something was delivered or failed for the first or the last time. */
async function sayTime(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const status = statusOf(slots)
  if (status === null || status === 'unchanged') return false
  const ids = idsIn(scene)
  const { when } = scene
  const time = slots.time === undefined ? {} : { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() }
  const { data, total } = await pageOfRuns(scene.db, scene.scope, {
    ...(ids === null ? {} : { connectorIds: ids }),
    ...time,
    search: '',
    limit: 500,
    offset: 0,
  })
  const found = data.filter((run) =>
    status === 'failed'
      ? run.recordsFailed + run.recordsUnknown > 0 || run.result === 'failed'
      : status === 'delivered'
        ? run.recordsDelivered > 0
        : run.recordsSkipped > 0,
  )
  const run = slots.order === 'first' ? found.at(-1) : found[0]
  const verb = status === 'failed' ? 'had failures' : status === 'delivered' ? 'delivered records' : 'skipped records'
  const range = slots.time === undefined ? [] : [whenWord(when), quote(when.label)]
  if (run === undefined) speech.say(`No run ${verb}`, ...range, '.')
  else
    speech.say(
      slots.order === 'first' ? 'The first run that ' : 'The last run that ',
      `${verb}`,
      ...range,
      ': ',
      link(`${connectorHref(run.connectorId)}/runs/${run.runId}`, run.connectorName),
      ', started at ',
      at(run.startedAt ?? run.statusSince),
      '.',
    )
  if (total > data.length) speech.say('I only checked the newest runs.')
  return true
}

const base = { subject: 'record', intent: 'count' } as const
const isCounted = (slots: Slots) => statusOf(slots) !== null
export const waysOfRecords: readonly Way[] = [
  wayOfRecordPrice,
  { ...base, needs: ['why', 'count'], oneOf: [], takes: ['outcome', 'scope', 'time'], fits: isCounted, say: sayWhy },
  {
    ...base,
    needs: ['outcome'],
    oneOf: ['each'],
    takes: ['count', 'list', 'scope', 'time', 'sum', 'of'],
    fits: (slots) => slots.outcome === 'failed' && (slots.of === undefined || slots.of === 'connector'),
    say: sayByConnector,
  },
  {
    ...base,
    needs: ['when', 'order', 'outcome'],
    oneOf: [],
    takes: ['scope', 'time'],
    fits: ({ order }) => order === 'first' || order === 'last',
    say: sayTime,
  },
  {
    ...base,
    needs: ['outcome'],
    oneOf: ['count', 'list', 'share', 'sum'],
    takes: ['scope', 'time', 'sum', 'count', 'list'],
    fits: isCounted,
    say: sayCount,
  },
]
/** "Which connector delivered the most records?" */
export const wayOfRanking: Way = {
  subject: 'connector',
  intent: 'count',
  isBehind: true,
  needs: ['order'],
  oneOf: ['of', 'outcome'],
  takes: ['list', 'outcome', 'of', 'time', 'scope', 'number', 'who'],
  fits: ({ order, of, outcome, who }) =>
    (order === 'most' || order === 'fewest') &&
    of !== 'run' &&
    of !== 'invoice' &&
    who === undefined &&
    outcome !== 'errors' &&
    outcome !== 'ok' &&
    outcome !== 'cancelled' &&
    (of === 'record' || of === undefined),
  say: sayByConnector,
}
