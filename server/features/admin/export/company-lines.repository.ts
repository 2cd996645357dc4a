/** Everything that a company has built and recorded, line by line, without secrets. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'
import { linesOfChanges, linesOfRun, linesOfSignIns } from '../../settings/retention/archive-lines.repository.ts'

/**
 * What the export of a company holds, by table, with the columns that are left out: secrets, hashes, tokens and what only the installation needs.
 * A table that is not named here is not exported: a new one is added when somebody has looked at its columns.
 */
export const exportedTables: Readonly<Record<string, readonly string[]>> = {
  company_settings: [],
  company_logos: [],
  users: ['password_hash'],
  user_photos: [],
  notification_preferences: [],
  invitations: ['token_hash'],
  identities: ['subject'],
  scim_people: [],
  scim_groups: [],
  scim_members: [],
  passkeys: ['public_key', 'credential_id'],
  mfa_factors: ['key_id', 'ciphertext', 'last_step'],
  api_keys: ['hash', 'previous_hash', 'previous_until'],
  sso_domains: ['token'],
  company_mail: [],
  connectors: ['sought', 'sandboxes'],
  draft_shapes: [],
  connector_versions: ['sandboxes'],
  connector_history: [],
  deployments: [],
  mapping_rules: [],
  schedules: [],
  hooks: [],
  hook_events: ['body_mark'],
  hook_calls: [],
  afterwards: ['request'],
  hook_listenings: [],
  alarm_settings: [],
  alarms: [],
  alarm_events: [],
  causes: [],
  step_minutes: [],
  lookups: [],
  insight_dismissals: [],
  cursor_choices: [],
  templates: [],
  template_uses: [],
  company_gateways: ['secret'],
  connections: ['auth'],
  connection_people: [],
  connection_checks: [],
  connection_tokens: ['access', 'refresh'],
  oauth_apps: ['client_secret'],
  private_endpoints: [],
  webhook_endpoints: ['secret', 'previous_secret', 'headers'],
  webhook_deliveries: [],
  replays: ['given'],
  replay_lines: [],
  company_sums: [],
  connector_sums: [],
  retention_reports: [],
  retention_archives: [],
  retention_requests: [],
  company_backups: [],
  deletion_requests: [],
  data_files: ['content'],
  assistant_conversations: [],
  assistant_messages: [],
  assistant_feedback: [],
  ai_usage: [],
  help_answers: [],
  support_requests: [],
  blocked_addresses: [],
  company_looks: [],
  plan_changes: [],
  usage_days: [],
  invoices: ['sought', 'payment_id'],
  invoice_lines: [],
  billing_periods: [],
  billing_profiles: [],
  payment_methods: ['provider_ref'],
  payments: ['provider_ref'],
  limit_notices: [],
  price_agreements: [],
  // Bodies hold links that let somebody in.
  messages: ['body'],
}

const because = (why: string, tables: readonly string[]) => Object.fromEntries(tables.map((table) => [table, why]))

/** Tables with rows of companies that are not exported as such, and why. Every table is in one of the two lists: a test sees to it. */
export const omittedTables: Readonly<Record<string, string>> = {
  ...because('read run by run, as an archive has them', [
    'attempts',
    'read_pages',
    'run_parts',
    'runs',
    'settlements',
    'source_pages',
    'transactions',
  ]),
  ...because('read as the sign-ins and changes of an archive', ['audit_events', 'audit_heads', 'audit_names', 'login_audit']),
  ...because('secrets, or what only lets somebody in', [
    'connector_secrets',
    'hook_secrets',
    'mfa_challenges',
    'mfa_locks',
    'oauth_attempts',
    'one_time_tokens',
    'passkey_challenges',
    'password_history',
    'push_subscriptions',
    'recovery_codes',
    'refresh_tokens',
    'scim_tokens',
    'sessions',
    'sso_assertions',
    'sso_connections',
  ]),
  ...because('state of the work of this installation', [
    'ai_last',
    'alarm_watches',
    'carried_records',
    'cold_copies',
    'cold_files',
    'company_deletions',
    'bulk_jobs',
    'company_key_calls',
    'host_paces',
    'idempotency_keys',
    'payload_erasures',
    'payment_customers',
    'payment_sessions',
    'record_versions',
    'retention_nights',
    'run_holds',
  ]),
  ...because('state of runs while they read, removed at their end', ['run_groups', 'run_group_pages']),
  ...because('the export itself', ['company_exports', 'company_export_parts']),
  ...because('sums of what is exported', ['connection_uses', 'help_events', 'help_misses', 'ledger_deltas', 'owner_sums']),
  ...because('files that administrators of the company download by themselves', ['company_file_parts']),
  ...because('of operators for operators: the company does not see them', ['company_notes']),
  ...because('of connectors that other companies published', ['template_audience']),
}

type Db = Kysely<Tables>
type Row = Record<string, unknown>

const rowsAtOnce = 500
const all = Number.MAX_SAFE_INTEGER

/** The key of each table, in its order. */
async function keysOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; key: string[] }>`
    select i.indrelid::regclass::text as name, array_agg(a.attname::text order by k.place) as key
    from pg_index i cross join lateral unnest(i.indkey) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indisprimary group by i.indrelid`.execute(db)
  return new Map(rows.map(({ name, key }) => [name, key]))
}

async function* rowsOf(db: Db, companyId: string, table: string, key: readonly string[]): AsyncGenerator<Row> {
  const names = sql.join(key.map((name) => sql.ref(name)))
  for (let last: Row | null = null; ; ) {
    const after: Row | null = last
    const behind: RawBuilder<unknown> =
      after === null ? sql`true` : sql`(${names}) > (${sql.join(key.map((name) => after[name]))})`
    const { rows }: { rows: Row[] } = await sql<Row>`
      select * from ${sql.table(table)} where company_id = ${companyId} and ${behind} order by ${names} limit ${rowsAtOnce}`.execute(
      db,
    )
    yield* rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1) ?? null
  }
}

async function* runsOf(db: Db, companyId: string): AsyncGenerator<string> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows: { id: string }[] = await db
      .selectFrom('runs')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id } of rows) yield id
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}

/** They have no column for the company: they are found by their request. */
const supportMessagesOf = (db: Db, companyId: string) =>
  db
    .selectFrom('support_messages as m')
    .innerJoin('support_requests as s', 's.id', 'm.request_id')
    .selectAll('m')
    .where('s.company_id', '=', companyId)
    .orderBy('m.at')
    .execute()

/** What is sealed stays sealed, and out of the file. */
function shown(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(shown)
  if (Object.hasOwn(value, 'ciphertext')) return 'secret, not exported'
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]))
}

const without = (row: Row, omitted: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !omitted.includes(name)))

export async function* linesOfCompany(db: Db, companyId: string): AsyncGenerator<Row> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'name', 'workspace_name', 'created_at', 'product_tier', 'status', 'status_since'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  yield { kind: 'company', format: 'datacrane-company-1', exportedAt: new Date(), ...company }
  const keys = await keysOf(db)
  for (const [table, omitted] of Object.entries(exportedTables))
    for await (const row of rowsOf(db, companyId, table, keys.get(table) ?? ['id']))
      yield shown({ ...without(row, omitted), kind: table }) as Row
  for (const row of await supportMessagesOf(db, companyId)) yield { kind: 'support_messages', ...row }
  for await (const runId of runsOf(db, companyId))
    for await (const line of linesOfRun(db, { companyId, runId })) yield shown(line) as Row
  for await (const line of linesOfSignIns(db, { companyId, upto: all })) yield line
  for await (const line of linesOfChanges(db, { companyId, upto: all })) yield line
}
