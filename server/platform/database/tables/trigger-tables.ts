/** The rows of what starts runs by itself, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type TriggerTables = {
  schedules: {
    connector_id: string
    company_id: string
    every_seconds: number | null
    cron: string | null
    time_zone: string | null
    next_at: Time | null
    last_run_at: Time | null
    skipped: Generated<number>
    skipped_since: Time | null
    missed: Generated<number>
    missed_since: Time | null
  }
  hooks: {
    connector_id: string
    company_id: string
    is_live: Generated<boolean>
    held: Generated<number>
    last_received_at: Time | null
  }
  hook_secrets: {
    id: string
    company_id: string
    connector_id: string
    last4: string
    key_id: string
    ciphertext: string
    created_at: Now
    used_at: Time | null
    valid_until: Time | null
  }
  hook_events: {
    id: string
    seq: Generated<number>
    company_id: string
    connector_id: string
    event_key: string | null
    body: string
    body_mark: Generated<string | null>
    received_at: Now
    run_id: string | null
    page: number | null
    taken_at: Time | null
  }
}
