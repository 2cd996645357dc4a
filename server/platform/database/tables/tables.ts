/** The rows as SQL has them: snake case stops here. One type per table of `migrations/`. */
import type { ColumnType, Generated } from 'kysely'
import type { DeploymentState } from '#contract/connectors/deployments/deployment.lifecycle.ts'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { RunState } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { DismissReason } from '#contract/studio/insights.ts'
import type { AdminTables } from './admin-tables.ts'
import type { AlarmTables } from './alarm-tables.ts'
import type { ApiKeyTables } from './api-key-tables.ts'
import type { AssistantTables } from './assistant-tables.ts'
import type { BillingTables } from './billing-tables.ts'
import type { BuilderTables } from './builder-tables.ts'
import type { CursorTables, StoredReading } from './cursor-tables.ts'
import type { HelpTables } from './help-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { NetworkTables } from './network-tables.ts'
import type { OwnDataTables } from './own-data-tables.ts'
import type { ReplayTables } from './replay-tables.ts'
import type { RetentionTables } from './retention-tables.ts'
import type { ScimTables } from './scim-tables.ts'
import type { SsoTables } from './sso-tables.ts'
import type { TriggerTables } from './trigger-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/** The rows of what people changed, as `tables.ts` has the others. */

/** Written by one statement of its repository alone. */
type Written<T> = ColumnType<T, never, never>

type AuditTables = {
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

/** The rows of causes, as `tables.ts` has the others. See `0032-causes.sql`. */
type CauseTables = {
  causes: {
    company_id: string
    connector_id: string
    id: string
    state: CauseState
    assignee_id: string | null
    seen_at: ColumnType<Date, Date | string, Date | string>
    changed_by: string
    changed_at: Generated<Date>
  }
}

/** The rows of findings that were dismissed, as `tables.ts` has the others. See `0111-insights.sql`. */
type InsightTables = {
  insight_dismissals: {
    company_id: string
    connector_id: string
    id: string
    reason: DismissReason
    dismissed_by: string
    dismissed_at: Generated<Date>
  }
}

/** What companies use of AI providers; see `0113-ai-integrations.sql`. */
type AiTables = {
  ai_usage: {
    company_id: string
    day: Generated<Date>
    calls: Generated<number>
    tokens: Generated<number>
    tests: Generated<number>
  }
  ai_last: { company_id: string; at: Generated<Date>; provider: string; is_ok: boolean; said: string }
}

/** The rows of what companies set and what follows from it. */
type SettingsTables = ApiKeyTables & NetworkTables & RetentionTables & WebhookTables

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
