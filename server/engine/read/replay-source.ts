/** A replay as the source of a run: its pages are the records that were chosen, as they were read. Nobody is asked for them. */
import { setTimeout as sleep } from 'node:timers/promises'

import { refusal } from '#contract/kit/problem.ts'
import { overtaken, replayedRecords, replayOfRun } from '../../records/replay/replay-runs.repository.ts'
import { placedFrom } from '../../records/replay/replay-slices.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { type LookBehind, overtakenIn } from '../deliver/rebase.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import type { Source, Tools } from '../kit/kind.ts'
import type { Plan } from '../kit/plan.ts'
import { nameAsBefore } from '../kit/record-key.ts'

/** Records of one page, where none has to wait for the one before. */
const pageMax = 100

/** Stands for a record that went out of keeping after the replay was started. It fails by itself and holds nobody up. */
class Forgotten {}

/** Stands for a record of which a later version has arrived since it was chosen: sent now, it would take the place of that one without a word. */
class Overtaken {}

/** Whether a record of a replay is none that can be sent. */
export const isUnsendable = (record: unknown): boolean => record instanceof Forgotten || record instanceof Overtaken

const noGroup =
  "This record isn't a group of the current version, so it was not sent. Run the connector again to send its groups."

/** Mapping for records that may be such. Throws `ProblemError` for one that is. */
const mappingOf =
  (map: Plan['map'], group: Plan['group']): Plan['map'] =>
  (record, run) => {
    if (record instanceof Forgotten) throw refusal('replay/not-kept')
    if (record instanceof Overtaken) throw refusal('replay/overtaken')
    if (group !== null && !group.isMadeBy(record)) throw refusal('group/value', { message: noGroup })
    return map(record, run)
  }

export type Reading = {
  readonly source: Source
  readonly plan: Plan
  /** Begins the keys of a replay's deliveries; null of other runs. */
  readonly replayKey: string | null
  /** What of a replay must not be sent any more; null of other runs. */
  readonly overtaken: LookBehind | null
}

/** Opens what a run begins with: the source of its plan, or the records that it replays. */
export async function openReading(run: ClaimedRun, plan: Plan, tools: Tools, { db, log }: EngineDeps): Promise<Reading> {
  if (run.trigger !== 'replay') return { source: await plan.openSource(tools), plan, replayKey: null, overtaken: null }
  const { replayId, delay, count } = await replayOfRun(db, run)
  const source: Source = {
    start: () => ({ from: 0 }),
    read: async (place, signal) => {
      const from = Number(place['from'])
      const placed = (at: number) => count ?? placedFrom(db, run, replayId, at)
      if (delay > 0 && from > 0) await sleep(delay, undefined, { signal })
      await placed(from)
      const found = await replayedRecords(db, run, replayId, from, delay > 0 ? 1 : pageMax)
      const until = from + found.length
      return {
        records: found.map((it) => {
          if (it === null) return new Forgotten()
          if (it === overtaken) return new Overtaken()
          if (it.name === null) plan.nameRecord?.(it.record)
          return nameAsBefore(it.record, it.name)
        }),
        routes: found.map((it) => (it === null || it === overtaken ? null : it.route)),
        startpoint: `replay ${replayId}: records ${from + 1} to ${until}`,
        next: found.length === 0 || until >= (await placed(until)) ? null : { from: until },
        repeatEnds: false,
        mayRepeat: true,
      }
    },
  }
  // Of a replay, so that a record takes effect once more, on purpose; the position is its place in it, so that it does so once.
  const mapped = (its: Plan['map']) => mappingOf(its, plan.group)
  const others = plan.others.map((it) => ({ ...it, plan: { ...it.plan, map: mapped(it.plan.map) } }))
  // Groups were filtered, enriched and made of lines before they were kept.
  const asKept = plan.group === null ? {} : { split: null, openEnrichment: null }
  const replayed = { plan: { ...plan, ...asKept, map: mapped(plan.map), others }, replayKey: `replay:${replayId}:` }
  return { source, ...replayed, overtaken: overtakenIn({ db, log }, run, replayId) }
}
