/** From a plan to the run that sends it. */
import type { Kysely } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import type { ReplayInclude } from '#contract/studio/replay.ts'
import type { ReplayCounts } from '#server/platform/database/tables/replay-tables.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { isSent } from './replay-include.repository.ts'
import { type LineWithStatus, linesWithStatus } from './replay-presenter.ts'
import { openReplayRun } from './replay-runs.repository.ts'
import { chosenOf, startFailedReplay } from './replay-slices.repository.ts'
import { type ReplayRow, startReplay } from './replays.repository.ts'

/** What is sent of a plan, in order; the others have no place. */
const placed = (lines: readonly LineWithStatus[], include: ReplayInclude) => {
  let place = 0
  return lines.map(({ number, standing }) => ({ number, standing, place: isSent(standing, include) ? place++ : null }))
}

/** Opens the run of a plan under its locks, and says how many records it sends as far as that is known. */
export async function openPlan(tx: Kysely<Tables>, row: ReplayRow, startedBy: string, include: ReplayInclude) {
  const counts = row.counts as ReplayCounts | null
  const lines = counts ? [] : placed(await linesWithStatus(tx, row), include)
  const count = counts ? chosenOf(counts, include) : lines.filter(({ place }) => place !== null).length
  const whose = { companyId: row.company_id, connectorId: row.connector_id }
  const runId = await openReplayRun(tx, { ...whose, version: row.version, startedBy })
  // Records of a replay that is under way are no longer to be sent: that it is under way is the reason.
  if (runId === null) throw refusal('replay/already-running')
  if (count === 0) throw refusal('replay/nothing-chosen')
  if (counts) await startFailedReplay(tx, row, { runId, include, counts })
  else await startReplay(tx, row, { runId, include, lines })
  return { runId, count }
}
