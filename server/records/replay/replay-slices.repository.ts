/**
 * A replay of everything that failed while it runs: whether a record is sent is decided slice by slice, when its turn comes, by what the ledger says
 * then. So starting it holds nobody up, whatever its length, and what arrived meanwhile by another way is left out.
 */
import { type Kysely, sql } from 'kysely'

import type { ReplayInclude, ReplayRecordStatus } from '#contract/studio/replay.ts'
import { isSent } from '#contract/studio/replay-selection.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { ReplayCounts } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { recordStatusesOf } from './replay-status.repository.ts'
import {
  type ConnectorKey,
  isPicked,
  linesAfter,
  lockReplay,
  placeLines,
  type ReplayLineRow,
  type ReplayRow,
} from './replays.repository.ts'

/** Lines that are looked at together. */
export const sliceMax = 1_000

type Db = Kysely<Tables>

/** How many records are sent by a choice, of what was counted. */
export const chosenOf = ({ standings }: ReplayCounts, include: ReplayInclude): number =>
  Object.entries(standings).reduce(
    (sum, [standing, count]) => sum + (isSent(standing as ReplayRecordStatus, include) ? count : 0),
    0,
  )

type Sliced = ReplayLineRow & { readonly standing: ReplayRecordStatus }

function countedAnew(counts: ReplayCounts, lines: readonly ReplayLineRow[], now: readonly Sliced[], include: ReplayInclude) {
  const standings: Partial<Record<ReplayRecordStatus, number>> = { ...counts.standings }
  const add = (standing: ReplayRecordStatus | null, by: number) => {
    if (standing !== null) standings[standing] = (standings[standing] ?? 0) + by
  }
  for (const { standing } of lines) add(standing, -1)
  for (const { standing } of now) add(standing, 1)
  const decided = now.at(-1)?.number ?? counts.decided
  const sent = now.filter((line) => isPicked(line, include)).length
  const before = lines.filter(({ standing, picked }) => standing !== null && isPicked({ standing, picked }, include)).length
  return { ...counts, standings, decided, placed: counts.placed + sent, chosen: counts.chosen - before + sent }
}

/** Decides the next slice in one commit. Until it is done no other run of the connector takes a record of it. Null when nothing is left. */
function decideSlice(db: Db, whose: ConnectorKey, replayId: string): Promise<ReplayCounts | null> {
  return inOneCommit(db, async (tx) => {
    await sql`select 1 from connectors where id = ${whose.connectorId} and company_id = ${whose.companyId} for update`.execute(tx)
    const row = await lockReplay(tx, whose, replayId)
    if (!row?.counts || !row.include) return null
    const [counts, include] = [row.counts as ReplayCounts, row.include as ReplayInclude]
    const lines = await linesAfter(tx, row, counts.decided, sliceMax)
    if (lines.length === 0) return null
    const standings = await recordStatusesOf(tx, whose, lines)
    const now = lines.map((line, at): Sliced => ({ ...line, standing: standings[at] ?? 'not-kept' }))
    let { placed } = counts
    const placing = now.map((line) => ({
      number: line.number,
      standing: line.standing,
      place: isPicked(line, include) ? placed++ : null,
    }))
    await placeLines(tx, row, placing)
    const anew = countedAnew(counts, lines, now, include)
    await keepCounts(tx, row, anew)
    return anew
  })
}

const keepCounts = (tx: Db, { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>, counts: ReplayCounts) =>
  tx
    .updateTable('replays')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .execute()

/** Decides as many slices as it needs until something stands at a place, and returns how many places there are; no more than `place` when nothing is left. */
export async function placedFrom(db: Db, whose: ConnectorKey, replayId: string, place: number): Promise<number> {
  const row = await db
    .selectFrom('replays')
    .select('counts')
    .where('id', '=', replayId)
    .where('company_id', '=', whose.companyId)
    .executeTakeFirstOrThrow()
  let placed = (row.counts as ReplayCounts | null)?.placed ?? 0
  while (placed <= place) {
    const anew = await decideSlice(db, whose, replayId)
    if (anew === null) return placed
    placed = anew.placed
  }
  return placed
}

/** Writes down with which run such a replay was started, and how many of it are sent as far as that is known. */
export async function startFailedReplay(
  tx: Db,
  { id, company_id }: ReplayRow,
  it: { readonly runId: string; readonly include: ReplayInclude; readonly counts: ReplayCounts; readonly chosen: number },
): Promise<void> {
  await tx
    .updateTable('replays')
    .set({
      run_id: it.runId,
      include: JSON.stringify(it.include),
      counts: JSON.stringify({ ...it.counts, chosen: it.chosen } satisfies ReplayCounts),
    })
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .execute()
}
