/** The rows as SQL has them: snake case stops here. One type per table of `migrations/`. */
import type { ColumnType, Generated } from 'kysely'
import type { DeploymentState } from '#contract/connectors/deployments/deployment.lifecycle.ts'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { RunState } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { AdminTables } from './admin-tables.ts'
import type { AiTables } from './ai-tables.ts'
import type { AlarmTables } from './alarm-tables.ts'
import type { AssistantTables } from './assistant-tables.ts'
import type { AuditTables } from './audit-tables.ts'
import type { BillingTables } from './billing-tables.ts'
import type { BuilderTables } from './builder-tables.ts'
import type { CauseTables } from './cause-tables.ts'
import type { CursorTables, StoredReading } from './cursor-tables.ts'
import type { HelpTables } from './help-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { InsightTables } from './insight-tables.ts'
import type { OwnDataTables } from './own-data-tables.ts'
import type { ReplayTables } from './replay-tables.ts'
import type { ScimTables } from './scim-tables.ts'
import type { SettingsTables } from './settings-tables.ts'
import type { SsoTables } from './sso-tables.ts'
import type { TriggerTables } from './trigger-tables.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

/** Records by what became of them; see `0011-ledger-sums.sql`. */
type Sums = {
  company_id: string
  delivered: number
  failed: number
  skipped: number
  unknown: number
  took_ms: number
  unchanged: Generated<number>
  latencies: number[] | null
}

export type Tables = AdminTables &
  AlarmTables &
  BillingTables &
  HelpTables &
  AssistantTables &
  AuditTables &
  TriggerTables &
  IdentityTables &
  OwnDataTables &
  ReplayTables &
  ScimTables &
  SettingsTables &
  SsoTables &
  AiTables &
  CauseTables &
  InsightTables &
  CursorTables &
  BuilderTables & {
    connectors: {
      id: string
      company_id: string
      owner_id: string
      name: string
      profile: Json<unknown>
      config_id: string
      draft: Json<unknown>
      revision: Generated<number>
      status: ConnectorState
      status_before: ConnectorState
      status_since: Now
      status_reason: string
      status_next: string
      live_version: number | null
      created_at: Now
      updated_at: Now
      deleted_at: Time | null
      /** The ready-made template that it was started from. */
      ready_made: string | null
      /** Made by the database; see `0015-connector-overview.sql`. */
      sought: ColumnType<string, never, never>
    }
    connector_secrets: {
      id: string
      company_id: string
      connector_id: string
      origin: string
      last4: string
      key_id: string
      ciphertext: string
      created_at: Now
    }
    connector_versions: {
      company_id: string
      connector_id: string
      number: number
      hash: string
      config: Json<unknown>
      author_id: string
      created_at: Now
      /** See `0021-cursors.sql` and `0301-only-changed.sql`. */
      reads: string | null
      defaults: Generated<number>
    }
    deployments: {
      id: string
      company_id: string
      connector_id: string
      status: DeploymentState
      progress: Generated<number>
      message: string
      config: Json<unknown>
      version: number | null
      hash: string | null
      author_id: string
      error: Json<Problem> | null
      created_at: Now
      updated_at: Now
      ended_at: Time | null
      back_to: number | null
      reading: Json<StoredReading> | null
    }
    connector_history: {
      id: string
      company_id: string
      connector_id: string
      at: Now
      actor_id: string | null
      what: string
      from_status: string | null
      to_status: string | null
      detail: string
    }
    mapping_rules: { id: string; company_id: string; rule: Json<unknown>; created_by: string | null; created_at: Now }
    runs: {
      id: string
      company_id: string
      connector_id: string
      version: number
      trigger: 'manual' | 'schedule' | 'webhook' | 'replay'
      status: RunState
      status_since: Now
      status_reason: string
      status_next: string
      checkpoint: Json<unknown>
      pages_read: Generated<number>
      pages_again: Generated<number>
      records_read: Generated<number>
      records_delivered: Generated<number>
      records_skipped: Generated<number>
      records_failed: Generated<number>
      records_unknown: Generated<number>
      records_unchanged: Generated<number>
      records_repeated: Generated<number>
      unmet_lines: number[] | null
      lines_since: number[] | null
      note: string | null
      named_by: string | null
      stalls: Generated<number>
      suspect: number | null
      suspected: number | null
      suspect_hits: Generated<number>
      unsent: Generated<number>
      suspect_count: number | null
      suspected_count: number | null
      left_out: Generated<number>
      waits_until: Time | null
      waiting: Json<Omit<Waiting, 'recordsWaiting'>> | null
      asked_as: string | null
      owner: string | null
      epoch: Generated<number>
      lease_until: Time | null
      started_by: string | null
      created_at: Now
      started_at: Time | null
      ended_at: Time | null
      error: Json<Problem> | null
    }
    source_pages: {
      company_id: string
      connector_id: string
      run_id: string
      version: number
      number: number
      first_position: number
      record_count: number
      unchanged_records: Generated<number>
      pending_records: number
      source_startpoint: string
      destination_endpoint: string
      fingerprint: string
      read_at: Now
      mapping_us: Generated<number>
      outline: string
      body: Buffer
      identities: Buffer | null
      sealed: Generated<boolean>
    }
    transactions: {
      company_id: string
      run_id: string
      position: number
      page: number
      delivery: number | null
      status: 'success' | 'failure' | 'skipped' | 'unknown'
      took_ms: number
      sending_ms: number | null
      settlement: string | null
      attempt: number | null
      requests: number | null
      record_key: string
      error: Json<Problem> | null
    }
    attempts: {
      company_id: string
      run_id: string
      position: number
      number: number
      outcome: 'delivered' | 'partial' | 'refused' | 'retry' | 'too-large' | 'unknown' | 'not-sent'
      ends: 'begun' | 'delivered' | 'failed' | 'divided' | 'unknown' | null
      started_at: Time
      ended_at: Time
      next_attempt_at: Time | null
      parts: Json<readonly (readonly number[])[]> | null
      answer: Json<ForeignAnswer> | null
      error: Json<Problem> | null
      limited: ColumnType<{ readonly times: number; readonly waited: number } | null, string | undefined, string>
    }
    settlements: { company_id: string; run_id: string; id: string; attempts: string }
    step_minutes: {
      company_id: string
      connector_id: string
      minute: Time
      step: 'source' | 'enrichment' | 'mapping' | 'destination'
      host: string
      calls: number
      errors: number
      records: number
      latency_sum: number
      latencies: number[]
    }
    ledger_deltas: Sums & { id: Generated<number>; connector_id: string; minute: Time }
    connector_sums: Sums & { connector_id: string; width: number; at: Time }
    owner_sums: Sums & { owner_id: string; width: number; at: Time }
    company_sums: Sums & { width: number; at: Time }
    meter_flushes: { process_id: string; number: number; flushed_at: Now }
  }
