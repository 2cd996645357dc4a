/** How long runs take, and when something arrived last. */
import type { ListedRun } from '#contract/connectors/runs/run-list.ts'
import { hooksOf } from '#server/records/connectors/hooks.repository.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { at, durationText, link, plural, quote, type Speech } from '../speech.ts'
import { ofOne, whenWord } from './figures.ts'
import { aboutRuns, sayRun } from './runs.ts'

const looked = 100
const listedMax = 5

const tookOf = ({ startedAt, endedAt }: ListedRun): number | null =>
  startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt)

async function runsOf({ db, scope, when, ...scene }: Scene, isTimed: boolean) {
  const ids = idsIn(scene)
  const time = isTimed && when.isNamed ? { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() } : {}
  return pageOfRuns(db, scope, { ...(ids === null ? {} : { connectorIds: ids }), ...time, search: '', limit: looked, offset: 0 })
}

/** Milliseconds that runs of connectors took on average, of the newest that ended. */
export async function runDurationsOf({ db, scope, when }: Scene, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const time = when.isNamed ? { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() } : {}
  const found = new Map<string, number>()
  for (const id of ids) {
    const { data } = await pageOfRuns(db, scope, { connectorId: id, ...time, search: '', limit: looked, offset: 0 })
    const took = data.flatMap((run) => tookOf(run) ?? [])
    if (took.length > 0) found.set(id, mean(took))
  }
  return found
}

const mean = (all: readonly number[]) => all.reduce((sum, it) => sum + it, 0) / all.length

/** "How long does a sync take?": of the newest runs that ended, by connector. */
export async function aboutDurations(scene: Scene, speech: Speech): Promise<void> {
  const { connector, hasWord, when } = scene
  const { data } = await runsOf(scene, true)
  const ended = data.flatMap((run) => {
    const took = tookOf(run)
    return took === null ? [] : [{ run, took }]
  })
  const behind = when.isNamed ? [whenWord(when), quote(when.label)] : []
  const base = connector === null ? '/runs' : `${connectorHref(connector.id)}?tab=runs`
  if (ended.length === 0) {
    speech.say('No run', ...ofOne(scene), ' has ended', ...behind, ', so there is no duration to show.')
    return speech.say(link(base, 'See all runs'))
  }
  if (hasWord('last', 'latest', 'newest') && !when.isNamed)
    return aboutRuns({ ...scene, hasWord: withoutLongest(scene) }, speech, null)
  const [longest, shortest] = [
    ended.reduce((one, other) => (other.took > one.took ? other : one)),
    ended.reduce((one, other) => (other.took < one.took ? other : one)),
  ]
  const isShortest = hasWord('shortest', 'fastest', 'quickest')
  const isOfRuns = hasWord('run', 'execution', 'job') || connector !== null
  if ((hasWord('longest', 'slowest') || isShortest) && isOfRuns) {
    speech.say(
      isShortest ? 'The shortest of ' : 'The longest of ',
      ...speech.count('Runs looked at', ended.length, base, 'run'),
      ...ofOne(scene),
      ...behind,
      ':',
    )
    sayRun((isShortest ? shortest : longest).run, speech)
    const open = data.filter(({ endedAt }) => endedAt === null)
    if (open.length > 0)
      speech.say(
        ...speech.count('Runs that have not ended', open.length, '/runs?result=open', 'run'),
        ` ${plural(open.length, 'has', 'have')} not ended yet and ${plural(open.length, 'is', 'are')} not compared.`,
      )
    return
  }
  const byConnector = Map.groupBy(ended, ({ run }) => run.connectorId)
  const order = isShortest ? 1 : -1
  const ordered = [...byConnector].toSorted(
    ([, one], [, other]) => order * (mean(one.map((it) => it.took)) - mean(other.map((it) => it.took))),
  )
  if (hasWord('slowest', 'longest') || isShortest)
    speech.say(
      isShortest ? 'By how long their runs take, the shortest first:' : 'By how long their runs take, the longest first:',
    )
  for (const [id, runs] of ordered.slice(0, listedMax)) {
    const name = runs[0]?.run.connectorName ?? ''
    const page = `${connectorHref(id)}?tab=runs`
    const took = runs.map((it) => it.took)
    speech.item(
      'A run of ',
      link(connectorHref(id), name),
      ' takes ',
      speech.fact(`Average duration: ${name}`, durationText(mean(took)), page),
      ' on average',
      ...(runs.length === 1 ? [' (one run)'] : [' (', ...speech.count(`Runs looked at: ${name}`, runs.length, page, 'run'), ')']),
      ', at most ',
      speech.fact(`Longest duration: ${name}`, durationText(Math.max(...took)), page),
      ...behind,
      '.',
    )
  }
  speech.say(link(base, 'See all runs'))
}

/** The last run is shown as it is, not the longest one. */
const withoutLongest =
  ({ hasWord }: Scene): Scene['hasWord'] =>
  (...wanted) =>
    hasWord(...wanted.filter((it) => it !== 'longest' && it !== 'slowest'))

/** "When did the last event arrive?", "when did it last deliver something?", "when was the last failure?" */
export async function aboutLastActivity(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, hasWord, connector, words } = scene
  if (hasWord('event', 'webhook', 'hook') && !hasWord('fail', 'error', 'deliver')) {
    const hooks = await hooksOf(
      db,
      caller.companyId,
      (connector === null ? connectorsIn(scene) : [connector]).map(({ id }) => id),
    )
    const of = connectorsIn(scene).filter(({ id }) => hooks.has(id))
    if (of.length > 0) {
      for (const { id, name } of of.slice(0, listedMax)) {
        const last = hooks.get(id)?.lastReceivedAt ?? null
        if (last === null) speech.say(link(connectorHref(id), name), ' has not received an event so far.')
        else speech.say('The last event of ', link(connectorHref(id), name), ' arrived at ', at(last), '.')
      }
      return
    }
  }
  const isFailure = hasWord('fail', 'failur', 'error', 'reject', 'problem', 'lost', 'refus')
  // "Last succeed without errors": a run of which nothing failed.
  const isClean =
    words.some((word) => /^(?:succeed|succeeded|success|successful|successfully|clean|cleanly)$/.test(word)) ||
    (words.includes('without') && isFailure)
  if (isClean) speech.applies('negation')
  const isRead = hasWord('read', 'fetch', 'pick', 'get', 'receiv')
  const { data } = await runsOf(scene, false)
  const found = data.find((run) =>
    isClean
      ? run.result === 'succeeded'
      : isFailure
        ? run.result === 'failed' || run.recordsFailed + run.recordsUnknown > 0
        : isRead
          ? run.recordsRead > 0
          : run.recordsDelivered > 0,
  )
  const what = isClean ? 'succeeded without failures' : isFailure ? 'had failures' : isRead ? 'read records' : 'delivered records'
  if (!found) {
    if (isClean) speech.say('No run', ...ofOne(scene), ` ${what} so far.`)
    else speech.say('None of the newest runs', ...ofOne(scene), ` ${what}.`)
    return speech.say(link(connector === null ? '/runs' : `${connectorHref(connector.id)}?tab=runs`, 'See all runs'))
  }
  speech.say('The newest run', ...ofOne(scene), ` that ${what}:`)
  sayRun(found, speech)
}
