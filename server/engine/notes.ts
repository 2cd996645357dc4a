/** What a run says at its end besides its sums. */
import type { Kysely } from 'kysely'

import { doubtsOf } from '../store/cut-off.ts'
import type { ClaimedRun } from '../store/run-leases.ts'
import { unmetLinesOf } from '../store/runs.ts'
import type { Tables } from '../store/tables.ts'
import { carriedNote } from './carrying.ts'
import { twiceNote } from './ending.ts'
import { type ReadingLine, unmetNote } from './mapping/unmet.ts'

/** @param repeated records that may have been delivered twice. Null when there is nothing to say. */
export async function notesOf(
  db: Kysely<Tables>,
  run: ClaimedRun,
  repeated: number,
  lines: readonly ReadingLine[],
): Promise<string | null> {
  const twice = repeated === 0 ? null : twiceNote(repeated, await doubtsOf(db, run))
  const notes = [twice, unmetNote(lines, await unmetLinesOf(db, run)), await carriedNote(db, run)]
  return notes.filter((it) => it !== null).join(' ') || null
}
