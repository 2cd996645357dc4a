/** The rows of the installation itself: its processes, its customers' state, repeated requests and the sandbox, as `tables.ts` has the others. */
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CompanyStatus } from '#contract/admin/company.lifecycle.ts'
import type { OwnMaxima } from '#contract/billing/own-limits.ts'
import type { BulkJobStatus } from '#contract/kit/bulk/bulk-job.lifecycle.ts'
import type { DataFileState } from '#contract/kit/files/data-file.lifecycle.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

/** Of `companies`: what its operator decided. */
export type CompanyStatusColumns = {
  status: Generated<CompanyStatus>
  status_since: Now
  suspended_reason: string | null
  suspended_by: string | null
  own_limits: ColumnType<OwnMaxima, string | undefined, string>
}

export type AdminTables = {
  processes: {
    id: string
    role: 'api' | 'worker' | 'both'
    version: string
    started_at: Time
    seen_at: Now
    figures: Json<unknown>
  }
  installation: {
    id: Generated<boolean>
    sign_up: boolean
    domains: string[]
    maintenance_message: string | null
    window_from: Time | null
    window_until: Time | null
    window_message: string | null
    sign_ups_a_day: Generated<number | null>
    sandbox: Generated<boolean>
    approves_publications: Generated<boolean>
    revision: Generated<number>
  }
  company_deletions: {
    company_id: string
    requested_by: string
    requested_at: Now
    due_at: Time
    lease_until: Time | null
    removed: Generated<number>
    ended_at: Time | null
  }
  bulk_jobs: {
    id: string
    company_id: string
    user_id: string
    kind: 'customers' | 'connectors'
    lane: string
    status: Generated<BulkJobStatus>
    form: Json<unknown>
    attempts: Generated<number>
    lease_until: Time | null
    created_at: Now
  }
  bulk_job_items: {
    job_id: string
    place: number
    target_id: string
    status: Generated<'waiting' | 'begun' | 'changed' | 'failed'>
    message: string | null
  }
  company_exports: {
    id: string
    company_id: string
    requested_by: string
    status: Generated<DataFileState>
    status_since: Now
    attempts: Generated<number>
    lease_until: Time | null
    lines: Generated<number>
    bytes: ColumnType<string | null, number | null, number | null>
    expires_at: Time | null
    link_hash: string | null
    link_until: Time | null
    link_by: string | null
    requested_at: Now
  }
  company_export_parts: { export_id: string; company_id: string; part: number; content: Buffer }
  company_notes: {
    id: string
    company_id: string
    author_id: string | null
    text: string
    created_at: Now
  }
  company_looks: {
    id: string
    company_id: string
    operator_id: string
    reason: string
    began_at: Now
    until: Time
    ended_at: Time | null
  }
  idempotency_keys: {
    company_id: string
    user_id: string
    key: string
    route: string
    request_hash: string
    status: number | null
    answer: string | null
    created_at: Now
  }
  sandbox_keys: { system: string; key: string; body_hash: string; answer: string; received_at: Now }
  sandbox_records: { seq: Generated<number>; system: string; body: string; received_at: Now }
  sandbox_tries: { system: string; key: string; tries: Generated<number> }
}

export type ProcessRow = Selectable<AdminTables['processes']>
