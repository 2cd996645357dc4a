/** The rows of cursors, of look-ups and of what is sent for earlier runs, as `tables.ts` has the others. See `0021-cursors.sql`. */
import type { ColumnType, Generated } from 'kysely'

import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

/** Where a version begins to read, as its author chose; `was` names what the version before it read. */
export type StoredReading = DeployReading & { readonly was: string }

export type CursorTables = {
  cursor_choices: {
    id: string
    company_id: string
    connector_id: string
    reads: string
    resume: Json<unknown> | null
    chosen_by: string | null
    chosen_at: Generated<Date>
  }
  /** See `0029-record-versions.sql`. */
  record_versions: {
    company_id: string
    connector_id: string
    identity: Buffer
    content: Buffer
    mark: string
    seen_on: Generated<Date>
    /** See `0301-only-changed.sql`. */
    run_id: string | null
    position: number | null
    is_delivered: Generated<boolean>
  }
  carried_records: {
    company_id: string
    run_id: string
    position: number
    from_run: string
    from_position: number
  }
  lookups: {
    company_id: string
    connector_id: string
    run_id: string
    page: number
    number: number
    enrichment_id: string
    asked: string
    outcome: 'found' | 'not-found' | 'failed'
    value_count: number
    record_count: number
    started_at: Time
    ended_at: Time
    answer: Json<ForeignAnswer> | null
    error: Json<Problem> | null
  }
}
