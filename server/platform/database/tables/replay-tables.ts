/** The rows of replays and of what they begin with, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'

import type { ReplayInclude, ReplayRecordStatus, ReplaySource } from '#contract/studio/replay.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

/** Of a plan of everything that failed, which is never read as a whole. */
export type ReplayCounts = {
  /** Records by their standing: as planned, and of those that are decided as they stood then. */
  readonly standings: Readonly<Partial<Record<ReplayRecordStatus, number>>>
  /** How many are sent, as far as that is known: 0 until the start. */
  readonly chosen: number
  /** Lines from the first on of which it is decided whether they are sent, and how many of them are: each of those has its place. */
  readonly decided: number
  readonly placed: number
}

export type ReplayTables = {
  read_pages: {
    company_id: string
    connector_id: string
    run_id: string
    number: number
    read_at: Date
    body: Buffer
    terms: Buffer
  }
  replays: {
    id: string
    company_id: string
    connector_id: string
    version: number
    source: ReplaySource
    delay_ms: number
    from_at: Time | null
    to_at: Time | null
    found: number
    given: Buffer | null
    planned_by: string | null
    created_at: Generated<Date>
    discarded_at: Time | null
    include: Json<ReplayInclude> | null
    run_id: string | null
    of_run: string | null
    counts: Json<ReplayCounts> | null
  }
  replay_lines: {
    company_id: string
    replay_id: string
    number: number
    run_id: string | null
    position: number | null
    root_run: string | null
    root_position: number | null
    record_key: string
    standing: ReplayRecordStatus | null
    place: number | null
    would_fail: Generated<boolean>
    picked: 'left' | ReplayRecordStatus | null
  }
}
