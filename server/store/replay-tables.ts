/** The rows of replays and of what they begin with, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'

import type { ReplayInclude, ReplaySource, ReplayStanding } from '../../contract/replay.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

/** Records of a plan by their standing, and how many of them are sent: 0 until the start. */
export type ReplayCounts = { readonly standings: Readonly<Partial<Record<ReplayStanding, number>>>; readonly chosen: number }

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
    standing: ReplayStanding | null
    place: number | null
  }
}
