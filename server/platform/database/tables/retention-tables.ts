/** The rows of retention, as `tables.ts` has the others. See `0140-retention.sql`. */
import type { ColumnType } from 'kysely'
import type { RetentionArea } from '#contract/settings/retention/retention-limits.ts'
import type { RetentionReportState } from '#contract/settings/retention/retention-report.lifecycle.ts'
import type { RetentionRequestState } from '#contract/settings/retention/retention-request.lifecycle.ts'

type Json<T> = ColumnType<T, string | undefined, string>
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type RetentionTables = {
  retention_reports: {
    id: string
    company_id: string
    area: RetentionArea
    status: RetentionReportState
    began_at: Time
    ended_at: Time | null
    cutoff: Time
    due: number
    total: number
    removed: Json<Record<string, number>>
    kept: Json<Record<string, number>>
    error: string | null
    confirmed_by: string | null
    confirmed_at: Time | null
  }
  retention_archives: {
    id: string
    company_id: string
    report_id: string
    area: RetentionArea
    records: number
    bytes: number
    sha256: string
    created_at: Now
  }
  retention_requests: {
    id: string
    company_id: string
    member_id: string
    status: RetentionRequestState
    status_since: Now
    requested_by: string | null
    decided_by: string | null
    expires_at: Time
    created_at: Now
  }
  company_backups: {
    id: string
    company_id: string
    records: number
    bytes: number
    sha256: string
    connectors: Json<{ id: string; name: string }[]>
    created_at: Now
  }
  company_file_parts: {
    file_id: string
    company_id: string
    part: number
    content: Buffer
    at: Now
  }
  chain_anchors: {
    kind: 'sign-ins' | 'changes'
    chain: string
    last: number
    hash: string
    removed: number
    at: Now
  }
}
