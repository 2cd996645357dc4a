/** The rows of alarms, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { AlarmState } from '#contract/alerts/alarm.lifecycle.ts'
import type { AlarmKind, AlarmSettings, Figure } from '#contract/alerts/alarm.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type AlarmTables = {
  alarm_settings: { connector_id: string; company_id: string; settings: Json<AlarmSettings>; updated_at: Now }
  alarms: {
    connector_id: string
    company_id: string
    kind: AlarmKind
    state: AlarmState
    since: Time
    reason: string
    next: string
    figures: Json<readonly Figure[]>
    muted_until: Time | null
    is_told: Generated<boolean>
  }
  alarm_events: {
    id: string
    company_id: string
    connector_id: string
    kind: AlarmKind
    at: Time
    state: AlarmState
    reason: string
    actor_id: string | null
  }
  alarm_watches: { connector_id: string; company_id: string; judged_until: Time }
}
