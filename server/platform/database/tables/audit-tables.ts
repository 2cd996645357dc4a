/** The rows of what people changed, as `tables.ts` has the others. */
import type { ColumnType } from 'kysely'
import type { AuditAction } from '#contract/kit/audit-actions.ts'

/** Written by one statement of its repository alone. */
type Written<T> = ColumnType<T, never, never>

export type AuditTables = {
  audit_events: {
    company_id: Written<string>
    seq: Written<number>
    at: Written<Date>
    action: Written<AuditAction>
    actor_kind: Written<'person' | 'key' | 'system'>
    actor_id: Written<string | null>
    address: Written<string | null>
    target_type: Written<string | null>
    target_id: Written<string | null>
    before: Written<string | null>
    after: Written<string | null>
    previous_hash: Written<string>
    hash: Written<string>
  }
  /** Of the moment of the event; removed when the person is deleted. */
  audit_names: {
    company_id: Written<string>
    seq: Written<number>
    actor_name: ColumnType<string | null, never, string | null>
    actor_email: ColumnType<string | null, never, string | null>
    target_name: ColumnType<string | null, never, string | null>
  }
  audit_heads: {
    company_id: Written<string>
    previous: Written<string>
    hash: Written<string>
    length: Written<number>
    at: Written<Date>
  }
}
