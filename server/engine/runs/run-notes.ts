/** What a run says at its end besides its sums. */
import { type Kysely, sql } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { keysOf, onlyChangedOf } from '#contract/connectors/config/delivery-keys.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { readVersion } from '../../records/connectors/versions.repository.ts'
import { type ClaimedRun, type Ending, endRun } from '../../records/runs/run-leases.repository.ts'
import { absenceOf, ledgerSums } from '../../records/runs/runs.repository.ts'
import type { Plan } from '../kit/plan.ts'
import { absenceNote } from '../mapping/unmet.ts'
import { doubtsOf } from '../outbox/cut-off.repository.ts'
import { earlierKeysMax } from '../outbox/earlier-keys.ts'
import { carriedNote } from '../read/carry-over.ts'
import { twiceNote } from './run-ending.ts'

/** How many deletions of a run found no record at their first try, and how many records were delivered in all. */
async function absentOf(db: Kysely<Tables>, { id, companyId }: ClaimedRun): Promise<{ absent: number; delivered: number }> {
  const { rows } = await sql<{ absent: number }>`
    select coalesce(sum(case
      when answer ->> 'status' in ('404', '410') then 1
      else greatest(0, (answer -> 'headers' ->> 'records')::int - (answer -> 'headers' ->> 'rows')::int) end), 0)::int as absent
    from settlements s, json_array_elements(s.attempts::json -> 'd') line,
      lateral (select s.attempts::json -> 'a' -> (line ->> 3)::int as answer) a
    where s.run_id = ${id} and s.company_id = ${companyId}`.execute(db)
  const { delivered } = await ledgerSums(db, companyId, id)
  return { absent: rows[0]?.absent ?? 0, delivered }
}

/** What is said of deletions that found nothing: a wrong URL looks the same as records that are gone. */
export function absentNote({ absent, delivered }: { readonly absent: number; readonly delivered: number }): string | null {
  if (absent === 0) return null
  const which =
    absent < delivered
      ? `${absent.toLocaleString('en')} of them did not exist in the destination.`
      : `${absent === 1 ? 'It did not exist' : 'None of them existed'} in the destination, so nothing was deleted.`
  return `${which} If you expected otherwise, check the URL or the key.`
}

/** @param repeated records that may have been delivered twice. Null when there is nothing to say. */
export async function notesOf(
  db: Kysely<Tables>,
  run: ClaimedRun,
  repeated: number,
  { lines, deletes }: Pick<Plan, 'lines' | 'deletes'>,
): Promise<string | null> {
  const twice = repeated === 0 ? null : twiceNote(repeated, await doubtsOf(db, run))
  const absent = deletes ? absentNote(await absentOf(db, run)) : null
  const notes = [absent, twice, absenceNote(lines, await absenceOf(db, run)), await carriedNote(db, run)]
  return notes.filter((it) => it !== null).join(' ') || null
}

/** What becomes of records that were delivered when they are read again, as the end of a sentence; null where the next run does not read them. */
function againOf(config: ConnectorConfig, read: number): string | null {
  if (config.trigger.type === 'webhook') return null
  if (onlyChangedOf(config)) return 'only sent again if changed. Records without a key are always sent again.'
  if (keysOf(config) === 'record')
    return 'sent again. Unchanged records keep their Idempotency-Key. Destinations that support keys accept them only once. Records without a key get new ones.'
  return read > earlierKeysMax
    ? "sent again with new keys, so the destination can't recognize repeats."
    : 'sent again. Unchanged records keep their Idempotency-Key. Destinations that support keys accept them only once.'
}

async function sentAgain(tx: Kysely<Tables>, { companyId, connectorId, id, version }: ClaimedRun): Promise<string | null> {
  const row = await tx
    .selectFrom('runs')
    .select('records_read')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return againOf(await readVersion(tx, companyId, connectorId, version), row?.records_read ?? 0)
}

/** Ends a run that failed, and says what the next one sends again: a source without a cursor of its own is read from where the run began. */
export async function endFailedRun(tx: Kysely<Tables>, run: ClaimedRun, ending: Ending): Promise<void> {
  const goesOn = run.trigger === 'replay' || ending.error?.code === 'source/page-limit'
  const again = goesOn ? null : await sentAgain(tx, run)
  await endRun(tx, run, ending, again)
}
