/** Keys and unique indexes of tables with rows of companies hold the company, as a database that is shared out by company needs it (docs/operating.md). */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anyKind, freshDatabase } from '../kit/databases.ts'

/** Made before the rule. The list may only shrink. */
const withoutCompany = `
  afterwards_pkey alarm_events_pkey alarm_settings_pkey alarm_watches_pkey alarms_pkey api_keys_hash_key api_keys_pkey
  api_keys_previous_hash_key assistant_conversations_pkey assistant_feedback_pkey assistant_messages_pkey attempts_pkey
  billing_profiles_pkey bulk_jobs_one_running carried_records_pkey company_backups_pkey company_export_parts_pkey
  company_exports_pkey company_file_parts_pkey company_gateways_pkey company_looks_pkey company_notes_pkey
  connector_history_pkey connector_secrets_pkey connector_sums_pkey connector_versions_pkey connectors_config_id_key
  connectors_pkey cursor_choices_pkey customer_jobs_pkey data_files_one_queued data_files_pkey
  deletion_requests_one_waiting deletion_requests_pkey deployments_one_open deployments_pkey draft_shapes_pkey
  help_answers_pkey help_events_pkey hook_calls_pkey hook_events_key hook_events_pkey hook_listenings_pkey
  hook_secrets_before hook_secrets_newest hook_secrets_pkey hooks_pkey identities_id identities_pkey invitations_pkey
  invitations_token_hash_key invoice_lines_pkey invoices_number_key invoices_pkey ledger_deltas_pkey login_audit_pkey
  lookups_pkey mapping_rules_pkey messages_pkey mfa_challenges_pkey mfa_factors_pkey mfa_locks_pkey
  notification_preferences_pkey one_time_tokens_pkey owner_sums_pkey passkey_challenges_pkey passkeys_credential_id_key
  passkeys_pkey password_history_pkey payload_erasures_pkey payment_methods_pkey payment_methods_ref
  payment_sessions_pkey payment_sessions_provider_ref_key payments_one payments_pkey plan_changes_pkey
  private_endpoints_pkey push_subscriptions_endpoint_key push_subscriptions_pkey read_pages_pkey record_versions_pkey
  recovery_codes_pkey refresh_tokens_pkey replay_lines_pkey replay_lines_place replays_pkey replays_run
  retention_archives_pkey retention_reports_pkey retention_requests_open retention_requests_pkey run_holds_pkey
  run_parts_pkey runs_one_open runs_pkey schedules_pkey scim_groups_pkey scim_members_pkey scim_people_pkey
  scim_tokens_hash_key scim_tokens_previous_hash_key sessions_pkey settlements_pkey source_pages_pkey sso_domains_owner
  sso_domains_pkey step_minutes_pkey support_requests_pkey template_uses_pkey templates_pkey transactions_pkey
  usage_days_pkey user_photos_pkey users_email users_pkey webhook_deliveries_endpoint_id_event_id_key
  webhook_deliveries_pkey webhook_endpoints_pkey
`
  .trim()
  .split(/\s+/)

/** Their rows may be of the installation, which is no company. */
const ofInstallation = ['oauth_apps_pkey']

it('every key of a table of companies holds the company, but for those that are older than the rule', async () => {
  const { database, remove } = await freshDatabase(anyKind())
  const { rows } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace and not t.relispartition
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped
    where (i.indisunique or i.indisexclusion) and not (a.attnum = any(i.indkey))
    order by 1`.execute(database.db)
  await remove()
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...withoutCompany, ...ofInstallation].toSorted())
})
