/** The rows as SQL has them, one type per table. Generated from the migrated schema and `column-types.ts`: `node scripts/tables.ts --write`. */
import type { ColumnType } from 'kysely'
import type { DeletionState } from '#contract/account/own-data.lifecycle.ts'
import type { CompanyStatus } from '#contract/admin/company.lifecycle.ts'
import type { Channel, Message } from '#contract/admin/outbox.ts'
import type { AlarmState } from '#contract/alerts/alarm.lifecycle.ts'
import type { AlarmKind, AlarmSettings, Figure } from '#contract/alerts/alarm.ts'
import type { ChallengeState } from '#contract/auth/challenge.lifecycle.ts'
import type { InvitationState } from '#contract/auth/invitation.lifecycle.ts'
import type { MfaMethod } from '#contract/auth/mfa.ts'
import type { ProductTier } from '#contract/auth/registration.ts'
import type { DomainCheck } from '#contract/auth/sso/sso-domains.ts'
import type { SsoStatus } from '#contract/auth/sso/sso.lifecycle.ts'
import type { SsoTest } from '#contract/auth/sso/sso.ts'
import type { InvoiceState } from '#contract/billing/invoice.lifecycle.ts'
import type { Invoice, InvoiceLine } from '#contract/billing/invoices.ts'
import type { OwnMaxima } from '#contract/billing/own-limits.ts'
import type { PlanName, PriceBookForm } from '#contract/billing/price-book.ts'
import type { ProfileForm } from '#contract/billing/profiles.ts'
import type { AppliedTax } from '#contract/billing/tax-choice.ts'
import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionCheck } from '#contract/connections/connection.ts'
import type { ConnectionKind } from '#contract/connections/connection-limits.ts'
import type { OauthSettings } from '#contract/connections/oauth-app.ts'
import type { DeploymentState } from '#contract/connectors/deployments/deployment.lifecycle.ts'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { HeldBy, Waiting } from '#contract/connectors/runs/run-waiting.ts'
import type { RunState } from '#contract/connectors/runs/run.lifecycle.ts'
import type { HookCall } from '#contract/connectors/triggers/hook.ts'
import type { ListeningState } from '#contract/connectors/triggers/listening.lifecycle.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import type { SupportState } from '#contract/help/support-request.lifecycle.ts'
import type { SupportBundle } from '#contract/help/support.ts'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import type { BulkJobStatus } from '#contract/kit/bulk/bulk-job.lifecycle.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import type { DataFileState } from '#contract/kit/files/data-file.lifecycle.ts'
import type { NotificationCategory, NotificationPreference } from '#contract/kit/notification.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { Scope } from '#contract/kit/scopes.ts'
import type { Audience } from '#contract/library/enterprise-limits.ts'
import type { PublicationStatus } from '#contract/library/publication.lifecycle.ts'
import type { ApiKeyForm } from '#contract/settings/api-keys.ts'
import type { Gateway, GatewayTest } from '#contract/settings/network/gateway.ts'
import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { RetentionArea } from '#contract/settings/retention/retention-limits.ts'
import type { RetentionReportState } from '#contract/settings/retention/retention-report.lifecycle.ts'
import type { RetentionRequestState } from '#contract/settings/retention/retention-request.lifecycle.ts'
import type { WebhookDelivery, WebhookForm } from '#contract/settings/webhook.ts'
import type { DismissReason } from '#contract/studio/insights.ts'
import type { ReplayInclude, ReplayRecordStatus, ReplaySource } from '#contract/studio/replay.ts'
import type { Picture } from '../../security/image-check.ts'
import type { Sealed } from '../../security/vault.ts'
import type { ConnectionPlace, ReplayCounts, SealedText, SealedValue, StoredAuth, StoredReading, TokenRenewal } from './stored-values.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
/** The database fills it in where an insert leaves it out. */
type Filled<T> = [T] extends [ColumnType<infer Read, infer Insert, infer Update>]
  ? ColumnType<Read, Insert | undefined, Update>
  : ColumnType<T, T | undefined, T>

export type Tables = {
  afterwards: {
    answer: Json<unknown> | null
    begun_at: Time | null
    company_id: string
    connector_id: string
    delivery_key: string
    ended_at: Time | null
    error: Json<unknown> | null
    lease: Filled<number>
    lease_until: Time | null
    next_at: Filled<Time>
    position: number
    request: string | null
    run_id: string
    status: string
    tries: Filled<number>
    version: number
  }
  ai_last: {
    at: Filled<Time>
    company_id: string
    is_ok: boolean
    provider: string
    said: string
  }
  ai_usage: {
    calls: Filled<number>
    company_id: string
    day: Time
    tests: Filled<number>
    tokens: Filled<number>
  }
  alarm_events: {
    actor_id: string | null
    at: Time
    company_id: string
    connector_id: string
    id: string
    kind: AlarmKind
    reason: string
    state: AlarmState
  }
  alarm_settings: {
    company_id: string
    connector_id: string
    settings: Json<AlarmSettings>
    updated_at: Filled<Time>
  }
  alarm_watches: {
    company_id: string
    connector_id: string
    judged_until: Time
  }
  alarms: {
    company_id: string
    connector_id: string
    figures: Filled<Json<readonly Figure[]>>
    is_told: Filled<boolean>
    kind: AlarmKind
    muted_until: Time | null
    next: string
    reason: string
    since: Time
    state: AlarmState
  }
  api_key_calls: {
    day_at: Time
    day_calls: number
    hour_at: Time
    hour_calls: number
    key_id: string
    minute_at: Time
    minute_calls: number
  }
  api_keys: {
    addresses: Json<ApiKeyForm['ipRestrictions']>
    company_id: string
    created_at: ColumnType<Date, Date | undefined, never>
    description: string
    enabled: boolean
    expires_at: Time | null
    hash: Buffer
    id: string
    last_used_at: Time | null
    last_used_from: string | null
    name: string
    owner_id: string
    prefix: string
    previous_hash: Buffer | null
    previous_until: Time | null
    rates: Json<ApiKeyForm['rateLimiting']>
    revision: Filled<number>
    scopes: Scope[]
  }
  approved_templates: {
    category: string
    config: Json<unknown>
    description: string
    destination_system: string | null
    found_by: string
    hosts: Json<unknown>
    name: string
    revision: number
    shapes: Json<unknown>
    source_system: string | null
    tags: Json<unknown>
    template_id: string
    updated_at: Time
  }
  assistant_conversations: {
    company_id: string
    created_at: Filled<Time>
    id: string
    title: string
    updated_at: Filled<Time>
    user_id: string
  }
  assistant_feedback: {
    comment: string
    company_id: string
    feedback: 'helpful' | 'not-helpful'
    given_at: Filled<Time>
    intent: string
    interaction_id: string
    speaker: string
    user_id: string
  }
  assistant_messages: {
    company_id: string
    content: string
    conversation_id: string
    created_at: Filled<Time>
    detail: Json<unknown>
    id: string
    role: 'user' | 'assistant'
    user_id: string
  }
  attempts: {
    answer: Json<ForeignAnswer> | null
    company_id: string
    ended_at: Time
    ends: 'begun' | 'delivered' | 'failed' | 'divided' | 'unknown' | null
    error: Json<Problem> | null
    limited: ColumnType<{ readonly times: number; readonly waited: number } | null, string | undefined, string>
    next_attempt_at: Time | null
    number: number
    outcome: 'delivered' | 'partial' | 'refused' | 'retry' | 'too-large' | 'unknown' | 'not-sent'
    parts: Json<readonly (readonly number[])[]> | null
    position: number
    run_id: string
    started_at: Time
  }
  audit_events: {
    action: ColumnType<AuditAction, never, never>
    actor_id: ColumnType<string | null, never, never>
    actor_kind: ColumnType<'person' | 'key' | 'system', never, never>
    address: ColumnType<string | null, never, never>
    after: ColumnType<string | null, never, never>
    at: ColumnType<Date, never, never>
    before: ColumnType<string | null, never, never>
    company_id: ColumnType<string, never, never>
    hash: ColumnType<string, never, never>
    previous_hash: ColumnType<string, never, never>
    seq: ColumnType<number, never, never>
    target_id: ColumnType<string | null, never, never>
    target_type: ColumnType<string | null, never, never>
  }
  audit_heads: {
    at: ColumnType<Date, never, never>
    company_id: ColumnType<string, never, never>
    hash: ColumnType<string, never, never>
    length: ColumnType<number, never, never>
    previous: ColumnType<string, never, never>
  }
  audit_names: {
    actor_email: ColumnType<string | null, never, string | null>
    actor_name: ColumnType<string | null, never, string | null>
    company_id: ColumnType<string, never, never>
    seq: ColumnType<number, never, never>
    target_name: ColumnType<string | null, never, string | null>
  }
  billing_counters: {
    kind: string
    last: number
    year: number
  }
  billing_periods: {
    closed_at: Filled<Time>
    company_id: string
    invoice_id: string | null
    period: Time
  }
  billing_profiles: {
    address: string
    company_id: string
    country: ProfileForm['country'] | null
    created_at: Filled<Time>
    id: string
    is_primary: boolean
    method_id: string | null
    name: string
    receive_invoices: boolean
    revision: Filled<number>
    vat_number: Filled<string>
  }
  blocked_addresses: {
    address: string
    calls: Filled<number>
    company_id: string
    first_at: ColumnType<Date, undefined, never>
    last_at: Filled<Time>
    last_user: string | null
    last_was_event: Filled<boolean>
    noticed_at: Time | null
    refused: boolean
  }
  bulk_job_items: {
    job_id: string
    message: string | null
    place: number
    status: Filled<'waiting' | 'begun' | 'changed' | 'failed'>
    target_id: string
  }
  bulk_jobs: {
    attempts: Filled<number>
    company_id: string
    created_at: Filled<Time>
    form: Json<unknown>
    id: string
    kind: 'customers' | 'connectors'
    lane: string
    lease_until: Time | null
    status: Filled<BulkJobStatus>
    user_id: string
  }
  carried_records: {
    company_id: string
    from_position: number
    from_run: string
    position: number
    run_id: string
  }
  causes: {
    assignee_id: string | null
    changed_at: Filled<Time>
    changed_by: string
    company_id: string
    connector_id: string
    id: string
    seen_at: Time
    state: CauseState
  }
  chain_anchors: {
    at: Filled<Time>
    chain: string
    hash: string
    kind: 'sign-ins' | 'changes'
    last: number
    removed: number
  }
  cold_copies: {
    company_id: string
    page: number
    run_id: string
    until: Time
  }
  cold_files: {
    bytes: number
    company_id: string
    file: string
    frozen_at: Filled<Time>
    rows: number
    sha256: string
    table_name: string
    week: Time
  }
  cold_holds: {
    until: Time
    week: Time
  }
  companies: {
    created_at: Filled<Time>
    id: string
    maintenance_by: string | null
    maintenance_message: string | null
    maintenance_since: Time | null
    name: string
    own_limits: ColumnType<OwnMaxima, string | undefined, string>
    payment_method_id: string | null
    price_version: ColumnType<number, number | undefined, number>
    product_tier: Filled<ProductTier>
    requested_at: Time | null
    requested_tier: ProductTier | null
    session_idle_minutes: Filled<number | null>
    session_max_minutes: Filled<number | null>
    session_single: Filled<boolean>
    status: Filled<CompanyStatus>
    status_since: Filled<Time>
    suspended_by: string | null
    suspended_reason: string | null
    tax_name: Filled<string>
    tax_rate: Filled<number>
    window_begun: Filled<boolean>
    window_from: Time | null
    window_message: string | null
    window_until: Time | null
    workspace_name: string
  }
  company_backups: {
    bytes: number
    company_id: string
    connectors: Json<{ id: string; name: string }[]>
    created_at: Filled<Time>
    id: string
    records: number
    sha256: string
  }
  company_deletions: {
    company_id: string
    due_at: Time
    ended_at: Time | null
    lease_until: Time | null
    removed: Filled<number>
    requested_at: Filled<Time>
    requested_by: string
  }
  company_export_parts: {
    company_id: string
    content: Buffer
    export_id: string
    part: number
  }
  company_exports: {
    attempts: Filled<number>
    bytes: number | null
    company_id: string
    expires_at: Time | null
    id: string
    lease_until: Time | null
    lines: Filled<number>
    link_by: string | null
    link_hash: string | null
    link_until: Time | null
    requested_at: Filled<Time>
    requested_by: string
    status: Filled<DataFileState>
    status_since: Filled<Time>
  }
  company_file_parts: {
    at: Filled<Time>
    company_id: string
    content: Buffer
    file_id: string
    part: number
  }
  company_gateway_use: {
    failed_at: Time | null
    failure: string | null
    gateway_id: string
    test: Json<GatewayTest> | null
    tested_revision: number | null
    tests: Filled<Time[]>
    used_at: Time | null
  }
  company_gateways: {
    company_id: string
    created_at: Filled<Time>
    enabled: boolean
    endpoint_url: string
    id: string
    name: string
    provider: Gateway['provider']
    revision: Filled<number>
    secret: Json<SealedValue>
    username: string
  }
  company_key_calls: {
    company_id: string
    hour_at: Time
    hour_calls: number
    minute_at: Time
    minute_calls: number
  }
  company_logos: {
    bytes: Buffer
    company_id: string
    media_type: Picture['mediaType']
  }
  company_looks: {
    began_at: Filled<Time>
    company_id: string
    ended_at: Time | null
    id: string
    operator_id: string
    reason: string
    until: Time
  }
  company_mail: {
    accepted_at: Time | null
    company_id: string
    refusal: string | null
    refused_at: Time | null
    tests: Filled<Time[]>
  }
  company_notes: {
    author_id: string | null
    company_id: string
    created_at: Filled<Time>
    id: string
    text: string
  }
  company_settings: {
    company_id: string
    revision: Filled<number>
    section: string
    updated_at: Filled<Time>
    updated_by: string | null
    value: Json<unknown>
  }
  company_sums: {
    at: Time
    company_id: string
    delivered: number
    failed: number
    latencies: number[] | null
    left_out: Filled<number>
    skipped: number
    took_ms: number
    unchanged: Filled<number>
    unknown: number
    width: number
  }
  connection_checks: {
    company_id: string
    connection_id: string
    result: Json<ConnectionCheck>
    seq: Filled<number>
  }
  connection_people: {
    company_id: string
    connection_id: string
    user_id: string
  }
  connection_tokens: {
    access: Json<SealedValue>
    account: string | null
    account_id: string | null
    bound: string
    company_id: string
    connection_id: string
    expires_at: Time | null
    generation: Filled<number>
    history: Filled<Json<readonly TokenRenewal[]>>
    refresh: Json<SealedValue> | null
    refreshed_at: Filled<Time>
    refresher: string | null
    refreshing_until: Time | null
    renews_at: Time | null
    told_at: Time | null
    used_at: Filled<Time>
  }
  connection_uses: {
    company_id: string
    connection_id: string
    connector_id: string
    role: string
    version: number
  }
  connections: {
    access_revision: Filled<number>
    auth: Json<StoredAuth>
    company_id: string
    created_at: Filled<Time>
    id: string
    kind: ConnectionKind
    last_check: Json<ConnectionCheck> | null
    name: string
    origin: string
    owner_id: string | null
    place: Json<ConnectionPlace>
    revision: Filled<number>
    state: ConnectionState
    state_at: Filled<Time>
    tests: Filled<Time[]>
    told_at: Time | null
    used_at: Time | null
    visibility: 'everyone' | 'named'
  }
  connector_history: {
    actor_id: string | null
    at: Filled<Time>
    company_id: string
    connector_id: string
    detail: string
    from_status: string | null
    id: string
    to_status: string | null
    what: string
  }
  connector_secrets: {
    ciphertext: string
    company_id: string
    connector_id: string
    created_at: Filled<Time>
    id: string
    key_id: string
    last4: string
    origin: string
  }
  connector_sums: {
    at: Time
    company_id: string
    connector_id: string
    delivered: number
    failed: number
    latencies: number[] | null
    left_out: Filled<number>
    skipped: number
    took_ms: number
    unchanged: Filled<number>
    unknown: number
    width: number
  }
  connector_versions: {
    author_id: string
    company_id: string
    config: Json<unknown>
    connector_id: string
    created_at: Filled<Time>
    defaults: Filled<number>
    hash: string
    number: number
    reads: string | null
    sandboxes: Filled<string[] | null>
  }
  connectors: {
    company_id: string
    config_id: string
    created_at: Filled<Time>
    deleted_at: Time | null
    draft: Json<unknown>
    id: string
    live_version: number | null
    name: string
    owner_id: string
    paused_routes: Filled<number[]>
    profile: Json<unknown>
    ready_made: string | null
    revision: Filled<number>
    sandboxes: Filled<string[] | null>
    sought: ColumnType<string, never, never>
    status: ConnectorState
    status_before: ConnectorState
    status_next: string
    status_reason: string
    status_since: Filled<Time>
    updated_at: Filled<Time>
  }
  cursor_choices: {
    chosen_at: Filled<Time>
    chosen_by: string | null
    company_id: string
    connector_id: string
    id: string
    reads: string
    resume: Json<unknown> | null
  }
  data_files: {
    attempts: Filled<number>
    bytes: number | null
    company_id: string
    content: Buffer | null
    expires_at: Time | null
    id: string
    lease_until: Time | null
    requested_at: Filled<Time>
    status: Filled<DataFileState>
    status_since: Filled<Time>
    user_id: string
  }
  deletion_requests: {
    company_id: string
    due_at: Time
    heir_id: string | null
    id: string
    requested_at: Filled<Time>
    status: Filled<DeletionState>
    status_since: Filled<Time>
    user_id: string
  }
  deployments: {
    author_id: string
    back_to: number | null
    company_id: string
    config: Json<unknown>
    connector_id: string
    created_at: Filled<Time>
    ended_at: Time | null
    error: Json<Problem> | null
    hash: string | null
    id: string
    message: string
    progress: Filled<number>
    reading: Json<StoredReading> | null
    status: DeploymentState
    updated_at: Filled<Time>
    version: number | null
  }
  draft_shapes: {
    company_id: string
    connector_id: string
    lookup_id: Filled<string>
    shape: Json<unknown>
    side: 'source' | 'destination' | 'enrichment'
    updated_at: Filled<Time>
  }
  heartbeat: {
    at: Filled<Time>
    beats: Filled<number>
    is_only: Filled<boolean>
    lineage: Filled<string>
  }
  help_answers: {
    article: string
    at: Filled<Time>
    company_id: string
    is_helpful: boolean
    user_id: string
  }
  help_events: {
    at: Filled<Time>
    company_id: string
    id: string
    topic: string
  }
  help_misses: {
    company_id: string
    count: number
    day: ColumnType<Date, never, never>
    source: 'search' | 'assistant'
    word: string
  }
  hook_calls: {
    at: Time
    bytes: number
    company_id: string
    connector_id: string
    event_id: string | null
    id: Filled<number>
    network: string | null
    seconds: number | null
    verdict: HookCall['verdict']
    why: HookCall['why'] | null
  }
  hook_events: {
    beside: string | null
    body: string
    body_mark: string | null
    company_id: string
    connector_id: string
    event_key: string | null
    first_position: number | null
    id: string
    page: number | null
    received_at: Filled<Time>
    record_count: number | null
    run_id: string | null
    seq: Filled<number>
    taken_at: Time | null
  }
  hook_listenings: {
    company_id: string
    connector_id: string
    expires_at: Time
    fields: number | null
    is_delivered: Filled<boolean>
    received_at: Time | null
    started_at: Time
    status: ListeningState
  }
  hook_secrets: {
    ciphertext: string
    company_id: string
    connector_id: string
    created_at: Filled<Time>
    id: string
    key_id: string
    last4: string
    used_at: Time | null
    valid_until: Time | null
  }
  hooks: {
    company_id: string
    connector_id: string
    held: Filled<number>
    is_live: Filled<boolean>
    last_received_at: Time | null
    settings: Json<HookSettings> | null
  }
  host_paces: {
    changed_at: Time
    company_id: string
    host: string
    owner: string
    quiet_until: Time
    rate: number | null
    room: number | null
    seen_at: Filled<Time>
  }
  idempotency_keys: {
    answer: string | null
    company_id: string
    created_at: Filled<Time>
    key: string
    request_hash: string
    route: string
    status: number | null
    user_id: string
  }
  identities: {
    company_id: string
    created_at: Filled<Time>
    id: Filled<string>
    issuer: string
    provider: string
    subject: string
    user_id: string
  }
  insight_dismissals: {
    company_id: string
    connector_id: string
    dismissed_at: Filled<Time>
    dismissed_by: string
    id: string
    reason: DismissReason
  }
  installation: {
    approves_publications: Filled<boolean>
    domains: Filled<string[]>
    id: Filled<boolean>
    maintenance_message: string | null
    revision: Filled<number>
    sandbox: Filled<boolean>
    sign_up: Filled<boolean>
    sign_ups_a_day: number | null
    window_from: Time | null
    window_message: string | null
    window_until: Time | null
  }
  installation_key: {
    ciphertext: string
    created_at: Filled<Time>
    key_id: string
    only_row: Filled<boolean>
  }
  invitations: {
    company_id: string
    created_at: Filled<Time>
    email: string
    expires_at: Time
    id: string
    invited_by: string
    role: 'ADMIN' | 'USER'
    status: InvitationState
    status_since: Filled<Time>
    token_hash: string
  }
  invoice_lines: {
    amount: number
    company_id: string
    connector_id: string | null
    day: Time | null
    description: string
    destination: Filled<string>
    included: number
    invoice_id: string
    position: number
    price: number
    quantity: number
    records: number
    source: Filled<string>
    type: InvoiceLine['type']
  }
  invoices: {
    address: Filled<Json<string[]>>
    archived_at: Time | null
    bill_name: string
    book_version: number
    card: Json<{ lastFour: string; type: string }> | null
    company_id: string
    company_name: string
    country: string | null
    credited: Filled<number>
    credits: string | null
    currency: Invoice['currency']
    due_at: Time | null
    failed_at: Time | null
    failure: string | null
    id: string
    invoice_date: Time | null
    is_test: Filled<boolean>
    kind: Filled<Invoice['kind']>
    number: string | null
    paid_at: Time | null
    paid_by: string
    payment_id: string | null
    payment_type: string
    period: Time
    period_end: Time
    profile_id: string | null
    retries: Filled<number>
    sought: ColumnType<string, never, never>
    status: Filled<InvoiceState>
    status_since: Filled<Time>
    tax: Json<AppliedTax> | null
    total: Filled<number>
    vat_number: Filled<string>
  }
  ledger_deltas: {
    company_id: string
    connector_id: string
    delivered: number
    failed: number
    id: Filled<number>
    latencies: number[] | null
    left_out: Filled<number>
    minute: Time
    skipped: number
    took_ms: number
    unchanged: Filled<number>
    unknown: number
  }
  limit_notices: {
    at: Filled<Time>
    company_id: string
    level: string
    limit_name: string
    period: Time
  }
  login_audit: {
    at: Filled<Time>
    browser: string | null
    company_id: string | null
    device: string | null
    email: string
    failure_reason: string | null
    hash: string
    id: Filled<number>
    ip_address: string
    previous_hash: string
    success: boolean
    user_agent: string | null
    user_id: string | null
  }
  login_audit_heads: {
    chain: string
    hash: string
    length: number
  }
  lookups: {
    answer: Json<ForeignAnswer> | null
    asked: string
    company_id: string
    connector_id: string
    ended_at: Time
    enrichment_id: string
    error: Json<Problem> | null
    number: number
    outcome: 'found' | 'not-found' | 'failed'
    page: number
    record_count: number
    run_id: string
    started_at: Time
    value_count: number
  }
  mapping_rules: {
    company_id: string
    created_at: Filled<Time>
    created_by: string | null
    id: string
    rule: Json<unknown>
  }
  messages: {
    attempts: Filled<number>
    body: string
    by_company: Filled<boolean>
    category: NotificationCategory | null
    channel: Channel
    company_id: string | null
    company_refusal: string | null
    created_at: Filled<Time>
    error: string | null
    id: string
    lease_until: Time | null
    next_attempt_at: Filled<Time>
    read_at: Time | null
    recipient: string
    status: Message['status']
    status_since: Filled<Time>
    subject: string
    summary: string | null
    user_id: string | null
  }
  meter_flushes: {
    flushed_at: Filled<Time>
    number: number
    process_id: string
  }
  mfa_challenges: {
    code_hash: string | null
    company_id: string
    created_at: Filled<Time>
    expires_at: Time
    id: string
    method: MfaMethod
    provider: string | null
    purpose: 'sign-in' | 'enable' | 'phone' | 'prove'
    sent_at: Time | null
    status: Filled<ChallengeState>
    status_since: Filled<Time>
    target: string | null
    tries: Filled<number>
    user_id: string
  }
  mfa_factors: {
    ciphertext: string | null
    company_id: string
    created_at: Filled<Time>
    enabled_at: Time | null
    key_id: string | null
    last_step: Filled<number>
    method: MfaMethod
    user_id: string
  }
  mfa_locks: {
    company_id: string
    failures: Filled<number>
    last_failure_at: Filled<Time>
    locked_until: Time | null
    locks: Filled<number>
    user_id: string
  }
  network_revision: {
    only_one: Filled<boolean>
    revision: Filled<number>
  }
  notification_preferences: {
    company_id: string
    revision: Filled<number>
    updated_at: Filled<Time>
    user_id: string
    value: ColumnType<NotificationPreference[], string, string>
  }
  oauth_apps: {
    client_id: string
    client_secret: Json<SealedValue> | null
    company_id: string | null
    created_at: Filled<Time>
    created_by: string | null
    id: string
    name: string
    provider: string
    settings: Json<OauthSettings>
  }
  oauth_attempts: {
    company_id: string
    connection_id: string
    content: Json<Sealed>
    expires_at: Time
    person_id: string
    return_to: string
    session_id: string
    state_hash: string
    used_at: Time | null
  }
  offered_templates: {
    audience: Audience
    author_id: string
    category: string
    company_id: string
    config: Json<unknown>
    created_at: Time
    declined_reason: string
    description: string
    destination_system: string
    found_by: string
    hosts: Json<unknown>
    id: string
    is_earlier: boolean
    name: string
    revision: number
    shapes: Json<unknown>
    source_system: string
    status: PublicationStatus
    status_since: Time
    submitted_by: string
    systems_known: boolean
    tags: Json<unknown>
    updated_at: Time
  }
  one_time_tokens: {
    company_id: string
    created_at: Filled<Time>
    expires_at: Time
    hash: string
    kind: 'confirm' | 'reset'
    used_at: Time | null
    user_id: string
  }
  owner_sums: {
    at: Time
    company_id: string
    delivered: number
    failed: number
    latencies: number[] | null
    left_out: Filled<number>
    owner_id: string
    skipped: number
    took_ms: number
    unchanged: Filled<number>
    unknown: number
    width: number
  }
  passkey_challenges: {
    challenge: string
    company_id: string | null
    created_at: Filled<Time>
    expires_at: Time
    id: string
    mfa_challenge_id: string | null
    purpose: 'add' | 'sign-in' | 'second'
    used_at: Time | null
    user_id: string | null
  }
  passkeys: {
    company_id: string
    counter: number
    created_at: Filled<Time>
    credential_id: string
    id: string
    is_synced: boolean
    last_used_at: Time | null
    name: string
    public_key: Buffer
    transports: Filled<string[]>
    user_id: string
  }
  password_history: {
    company_id: string
    hash: string
    id: Filled<string>
    replaced_at: Filled<Time>
    user_id: string
  }
  payload_erasures: {
    after: Time | null
    asked_at: Filled<Time>
    company_id: string
    connector_id: string
  }
  payment_customers: {
    company_id: string
    created_at: Filled<Time>
    provider: string
    provider_ref: string
  }
  payment_events: {
    event_id: string
    provider: string
    received_at: Filled<Time>
    type: string
  }
  payment_methods: {
    brand: string
    company_id: string
    created_at: Filled<Time>
    email: string
    exp_month: number
    exp_year: number
    expiry_told_at: Time | null
    holder: string
    id: string
    last4: string
    provider: string
    provider_ref: string
    removed_at: Time | null
  }
  payment_sessions: {
    company_id: string
    created_at: Filled<Time>
    id: string
    provider: string
    provider_ref: string
    status: Filled<string>
  }
  payments: {
    amount: number
    company_id: string
    created_at: Filled<Time>
    currency: string
    ended_at: Time | null
    id: string
    invoice_id: string
    is_confirmed: Filled<boolean>
    lease_until: Time | null
    method_id: string
    provider_ref: string | null
    reason: string | null
    status: Filled<'pending' | 'succeeded' | 'failed' | 'action'>
  }
  plan_changes: {
    at: Filled<Time>
    company_id: string
    id: Filled<number>
    plan: PlanName
  }
  price_agreements: {
    at: Filled<Time>
    before: number
    company_id: string
    version: number
  }
  price_books: {
    created_at: Filled<Time>
    created_by: string | null
    currency: PriceBookForm['currency']
    plans: Json<PriceBookForm['plans']>
    version: number
  }
  private_endpoints: {
    asked_at: Filled<Time>
    asked_by: string | null
    company_id: string
    decided_at: Time | null
    enabled: boolean
    endpoint_url: string
    gateway_id: string | null
    host: string
    id: string
    name: string
    networks: Filled<string[]>
    port: number
    reason: string | null
    region: PrivateEndpoint['region']
    revision: Filled<number>
    service_type: PrivateEndpoint['serviceType']
    status: Filled<PrivateEndpoint['status']>
  }
  processes: {
    figures: Json<unknown>
    id: string
    role: 'api' | 'worker' | 'both'
    seen_at: Filled<Time>
    started_at: Time
    version: string
  }
  provider_removals: {
    kind: string
    provider: string
    provider_ref: string
    requested_at: Filled<Time>
    tried_at: Time | null
  }
  provider_visits: {
    ciphertext: string
    expires_at: Time
    hash: string
    key_id: string
    kind: 'state' | 'ticket' | 'assertion'
    provider: string
    used_at: Time | null
  }
  push_keys: {
    id: number
    private_key: SealedText
    public_key: string
  }
  push_subscriptions: {
    auth: SealedText
    browser: string
    company_id: string
    created_at: Filled<Time>
    endpoint: string
    id: string
    public_key: string
    session_id: string
    user_id: string
  }
  read_pages: {
    body: Buffer
    company_id: string
    connector_id: string
    number: number
    read_at: Time
    run_id: string
    terms: Buffer
  }
  record_versions: {
    company_id: string
    connector_id: string
    content: Buffer
    identity: Buffer
    is_delivered: Filled<boolean>
    mark: string
    position: number | null
    run_id: string | null
    seen_on: Filled<Time>
  }
  recovery_codes: {
    ciphertext: string | null
    company_id: string
    hash: string
    key_id: string | null
    position: Filled<number>
    used_at: Time | null
    user_id: string
  }
  refresh_tokens: {
    company_id: string
    expires_at: Time
    hash: string
    issued_at: Filled<Time>
    session_id: string
    used_at: Time | null
  }
  replay_lines: {
    company_id: string
    number: number
    picked: 'left' | ReplayRecordStatus | null
    place: number | null
    position: number | null
    record_key: string
    replay_id: string
    root_position: number | null
    root_run: string | null
    run_id: string | null
    standing: ReplayRecordStatus | null
    would_fail: Filled<boolean>
  }
  replays: {
    company_id: string
    connector_id: string
    counts: Json<ReplayCounts> | null
    created_at: Filled<Time>
    delay_ms: number
    discarded_at: Time | null
    found: number
    from_at: Time | null
    given: Buffer | null
    id: string
    include: Json<ReplayInclude> | null
    of_run: string | null
    planned_by: string | null
    run_id: string | null
    source: ReplaySource
    to_at: Time | null
    version: number
  }
  retention_archives: {
    area: RetentionArea
    bytes: number
    company_id: string
    created_at: Filled<Time>
    id: string
    records: number
    report_id: string
    sha256: string
  }
  retention_nights: {
    company_id: string
    lease_until: Filled<Time>
    night: Time
  }
  retention_reports: {
    area: RetentionArea
    began_at: Time
    company_id: string
    confirmed_at: Time | null
    confirmed_by: string | null
    cutoff: Time
    due: number
    ended_at: Time | null
    error: string | null
    id: string
    kept: Filled<Json<Record<string, number>>>
    removed: Filled<Json<Record<string, number>>>
    status: RetentionReportState
    total: number
  }
  retention_requests: {
    company_id: string
    created_at: Filled<Time>
    decided_by: string | null
    expires_at: Time
    id: string
    member_id: string
    requested_by: string | null
    status: RetentionRequestState
    status_since: Filled<Time>
  }
  run_group_pages: {
    company_id: string
    fingerprint: string
    identities: Buffer | null
    number: number
    run_id: string
    startpoint: string
  }
  run_groups: {
    company_id: string
    mark: string
    position: number
    run_id: string
    state: string
  }
  run_holds: {
    cause: 'records' | 'budget'
    company_id: string
    connector_id: string | null
    id: Filled<number>
    next: string
    reason: string
    since: Filled<Time>
    until: Time
  }
  run_parts: {
    begins: string | null
    checkpoint: Json<unknown>
    company_id: string
    ended_at: Time | null
    ends: string | null
    epoch: Filled<number>
    error: Json<unknown> | null
    first_page: number
    first_record: number
    free_since: Filled<Time>
    is_half_open: Filled<boolean>
    lease_until: Time | null
    left_out: Filled<number>
    lines_since: number[] | null
    moved_by: string | null
    number: number
    owner: string | null
    pages_read: number
    records_read: number
    run_id: string
    stalls: Filled<number>
    started_at: Time | null
    suspect: number | null
    suspect_count: number | null
    suspect_hits: Filled<number>
    suspected: number | null
    suspected_count: number | null
    unmet_lines: number[] | null
    waits_until: Time | null
  }
  runs: {
    asked_as: string | null
    checkpoint: Json<unknown>
    company_id: string
    connector_id: string
    created_at: Filled<Time>
    ended_at: Time | null
    epoch: Filled<number>
    error: Json<Problem> | null
    held_by: HeldBy | null
    id: string
    lease_until: Time | null
    left_out: Filled<number>
    lines_since: number[] | null
    named_by: string | null
    note: string | null
    owner: string | null
    pages_again: Filled<number>
    pages_read: Filled<number>
    records_delivered: Filled<number>
    records_failed: Filled<number>
    records_left_out: Filled<number>
    records_read: Filled<number>
    records_repeated: Filled<number>
    records_skipped: Filled<number>
    records_unchanged: Filled<number>
    records_unknown: Filled<number>
    source_records_read: number | null
    stalls: Filled<number>
    started_at: Time | null
    started_by: string | null
    status: RunState
    status_next: string
    status_reason: string
    status_since: Filled<Time>
    suspect: number | null
    suspect_count: number | null
    suspect_hits: Filled<number>
    suspected: number | null
    suspected_count: number | null
    trigger: 'manual' | 'schedule' | 'webhook' | 'replay'
    unmet_lines: number[] | null
    unsent: Filled<number>
    version: number
    waiting: Json<Omit<Waiting, 'recordsWaiting'>> | null
    waits_for: string | null
    waits_until: Time | null
  }
  sandbox_charges: {
    amount: number
    charged_at: Filled<Time>
    key: string
    method_ref: string
  }
  sandbox_keys: {
    answer: string
    body_hash: string
    key: string
    received_at: Filled<Time>
    system: string
  }
  sandbox_records: {
    body: string
    received_at: Filled<Time>
    seq: Filled<number>
    system: string
  }
  sandbox_tries: {
    key: string
    system: string
    tries: Filled<number>
  }
  schedules: {
    company_id: string
    connector_id: string
    cron: string | null
    every_seconds: number | null
    last_run_at: Time | null
    missed: Filled<number>
    missed_since: Time | null
    next_at: Time | null
    skipped: Filled<number>
    skipped_since: Time | null
    time_zone: string | null
  }
  scim_groups: {
    company_id: string
    created_at: Filled<Time>
    external_id: string | null
    id: string
    name: string
    role: 'ADMIN' | 'USER' | null
    updated_at: Filled<Time>
  }
  scim_members: {
    company_id: string
    group_id: string
    user_id: string
  }
  scim_people: {
    company_id: string
    created_at: Filled<Time>
    deleted_at: Time | null
    external_id: string | null
    role_given: Filled<boolean>
    user_id: string
  }
  scim_tokens: {
    company_id: string
    created_at: Filled<Time>
    created_by: string
    hash: Buffer
    last_used_at: Time | null
    last_used_from: string | null
    prefix: string
    previous_hash: Buffer | null
    previous_until: Time | null
  }
  sessions: {
    browser: string | null
    company_id: string
    created_at: Filled<Time>
    device: string | null
    end_reason: string | null
    ended_at: Time | null
    expires_at: Time
    id: string
    ip_address: string | null
    last_used_at: Filled<Time>
    provider: string | null
    role: Role | null
    user_agent: string | null
    user_id: string
  }
  settlements: {
    attempts: string
    company_id: string
    id: number
    run_id: string
  }
  setup_tokens: {
    created_at: Filled<Time>
    expires_at: Time
    hash: string
  }
  sign_in_tries: {
    account: string
    blocked_until: Time | null
    failures: number
    last_at: Filled<Time>
    source: string
  }
  source_pages: {
    body: Buffer
    company_id: string
    connector_id: string
    destination_endpoint: string
    fingerprint: string
    first_position: number
    identities: Buffer | null
    mapping_us: Filled<number>
    number: number
    outline: string
    pending_records: number
    read_at: Filled<Time>
    record_count: number
    route: Filled<number>
    run_id: string
    sealed: Filled<boolean>
    source_startpoint: string
    unchanged_records: Filled<number>
    version: number
  }
  sso_assertions: {
    company_id: string
    expires_at: Time
    hash: string
  }
  sso_connections: {
    announced_certificates: Filled<string[]>
    certificate: string | null
    ciphertext: string | null
    company_id: string
    key_id: string | null
    last_test: Json<SsoTest> | null
    revision: Filled<number>
    status: Filled<SsoStatus>
    unverified_at: Time | null
    unverified_notice_at: Time | null
    updated_at: Filled<Time>
    updated_by: string | null
    value: Json<unknown>
  }
  sso_domains: {
    checked_at: Time | null
    company_id: string
    created_at: Filled<Time>
    domain: string
    id: string
    outcome: DomainCheck | null
    token: string
    verified_at: Time | null
  }
  step_minutes: {
    calls: number
    company_id: string
    connector_id: string
    errors: number
    host: string
    latencies: number[]
    latency_sum: number
    minute: Time
    records: number
    step: 'source' | 'enrichment' | 'mapping' | 'destination'
  }
  support_messages: {
    at: Filled<Time>
    author: 'person' | 'operator'
    body: string
    id: string
    request_id: string
  }
  support_requests: {
    answer: string | null
    answered_at: Time | null
    body: string
    bundle: ColumnType<SupportBundle, string, never>
    closed_at: Time | null
    company_id: string
    created_at: Filled<Time>
    id: string
    status: Filled<SupportState>
    subject: string
    user_id: string
  }
  tax_rules: {
    country: string
    created_at: Filled<Time>
    created_by: string | null
    id: string
    name: string
    number: Filled<number>
    rate: number
    reverse_charge: boolean
    valid_from: Time
  }
  template_audience: {
    company_id: string
    template_id: string
  }
  template_uses: {
    company_id: string
    connector_id: string
    created_at: Filled<Time>
    kept_revision: number | null
    revision: number
    template_id: string
    told_revision: number | null
  }
  template_versions: {
    config: Json<unknown>
    created_at: Filled<Time>
    revision: number
    template_id: string
  }
  templates: {
    audience: Filled<Audience>
    author_id: string
    category: string
    company_id: string
    config: Json<unknown>
    created_at: Filled<Time>
    declined_reason: string | null
    description: string
    destination_system: string | null
    found_by: string
    hosts: Json<unknown>
    id: string
    name: string
    revision: Filled<number>
    shapes: Json<unknown>
    source_system: string | null
    status: Filled<PublicationStatus>
    status_since: Filled<Time>
    submitted_by: string | null
    systems_known: Filled<boolean>
    tags: Json<unknown>
    updated_at: Filled<Time>
  }
  transactions: {
    attempt: number | null
    company_id: string
    delivery: number | null
    error: Json<Problem> | null
    page: number
    position: number
    record_key: string
    remote_id: string | null
    requests: number | null
    run_id: string
    sending_ms: number | null
    settlement: number | null
    status: 'success' | 'failure' | 'skipped' | 'unknown'
    took_ms: number
  }
  usage_days: {
    company_id: string
    connector_id: string
    day: Time
    delivered: number
    frozen_at: Filled<Time>
    part: number
    period: Time | null
    uncharged: number
  }
  user_photos: {
    bytes: Buffer
    company_id: string
    media_type: Picture['mediaType']
    user_id: string
  }
  users: {
    active: Filled<boolean>
    anonymized_at: Time | null
    company_id: string
    confirmed: Filled<boolean>
    created_at: Filled<Time>
    email: string
    first_name: string
    id: string
    job_title: Filled<string>
    language: string | null
    last_name: string
    password_changed_at: Time | null
    password_hash: string
    pending_phone: string | null
    phone: string | null
    phone_verified: Filled<boolean>
    profile_revision: Filled<number>
    removed_at: Time | null
    role: Role
    time_zone: string | null
    updated_at: Filled<Time>
  }
  webhook_deliveries: {
    attempts: Filled<number>
    company_id: string
    created_at: Filled<Time>
    endpoint_id: string
    event_id: string
    id: string
    lease_until: Time | null
    next_attempt_at: Filled<Time>
    payload: string
    response: string | null
    response_status: number | null
    status: Filled<WebhookDelivery['status']>
    tried_at: Time | null
    type: WebhookDelivery['type']
  }
  webhook_endpoints: {
    company_id: string
    created_at: Filled<Time>
    delivered_at: Time | null
    enabled: boolean
    events: WebhookForm['events']
    failed_off_at: Time | null
    failed_on: Time | null
    failing_days: Filled<number>
    failing_since: Time | null
    headers: Filled<Json<Record<string, SealedValue>>>
    id: string
    name: string
    previous_secret: Json<Sealed> | null
    previous_until: Time | null
    revision: Filled<number>
    secret: Json<Sealed>
    url: string
  }
}
