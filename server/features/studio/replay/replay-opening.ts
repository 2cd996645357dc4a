/** From a plan to the run that sends it. */
import type { Kysely } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import type { ReplayInclude, ReplaySelection } from '#contract/studio/replay.ts'
import { isSelected } from '#contract/studio/replay-selection.ts'
import type { ReplayCounts } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { openReplayRun } from '#server/records/replay/replay-runs.repository.ts'
import { chosenOf, startFailedReplay } from '#server/records/replay/replay-slices.repository.ts'
import { asChosen, pickLines, type ReplayRow, startReplay } from '#server/records/replay/replays.repository.ts'
import { type LineWithStatus, linesWithStatus } from './replay-presenter.ts'

/** What is sent of a plan, in order; the others have no place. */
const placed = (lines: readonly LineWithStatus[], include: ReplayInclude, selection: ReplaySelection) => {
  let place = 0
  return lines.map((line) => {
    const isSent = isSelected({ ...line, wouldFail: line.would_fail }, include, selection)
    return { number: line.number, standing: line.standing, place: isSent ? place++ : null }
  })
}

export type Chosen = { readonly include: ReplayInclude; readonly selection?: ReplaySelection | undefined }

/** Opens the run of a plan under its locks, and says how many records it sends as far as that is known. */
export async function openPlan(tx: Kysely<Tables>, row: ReplayRow, startedBy: string, { include, selection }: Chosen) {
  const counts = row.counts as ReplayCounts | null
  const lines = counts ? [] : placed(await linesWithStatus(tx, row), include, selection ?? asChosen)
  const whose = { companyId: row.company_id, connectorId: row.connector_id }
  const runId = await openReplayRun(tx, { ...whose, version: row.version, startedBy })
  // Records of a replay that is under way are no longer to be sent: that it is under way is the reason.
  if (runId === null) throw refusal('replay/already-running')
  const count = counts
    ? selection
      ? await pickLines(tx, row, include, selection)
      : chosenOf(counts, include)
    : lines.filter(({ place }) => place !== null).length
  if (selection?.count !== undefined && selection.count !== count) throw refusal('replay/selection-changed')
  if (count === 0) throw refusal('replay/nothing-chosen')
  if (counts) await startFailedReplay(tx, row, { runId, include, counts, chosen: count })
  else await startReplay(tx, row, { runId, include, lines })
  return { runId, count }
}
