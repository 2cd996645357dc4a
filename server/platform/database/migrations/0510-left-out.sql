-- Records that the filter of a connector leaves out (decision 0113). They have a line in the ledger with the reason, and are in no total, bill or alert:
-- figures show them beside those, like the unchanged ones.
alter type transaction_status add value if not exists 'left-out';
alter table runs add column records_left_out integer not null default 0;
alter table ledger_deltas add column left_out integer not null default 0;
alter table connector_sums add column left_out bigint not null default 0;
alter table owner_sums add column left_out bigint not null default 0;
alter table company_sums add column left_out bigint not null default 0;

create or replace function webhook_event_of_run() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where company_id = new.company_id and enabled) then
    perform add_webhook_event(
      new.company_id,
      case new.status when 'running' then 'integration.started' when 'succeeded' then 'integration.completed' else 'integration.failed' end,
      new.id::text,
      jsonb_build_object(
        'runId', new.id, 'connectorId', new.connector_id,
        'connectorName', (select name from connectors where id = new.connector_id and company_id = new.company_id),
        'version', new.version, 'trigger', new.trigger, 'status', new.status, 'reason', new.status_reason,
        'records', jsonb_build_object('read', new.records_read, 'delivered', new.records_delivered, 'skipped', new.records_skipped,
          'failed', new.records_failed, 'unknown', new.records_unknown, 'unchanged', new.records_unchanged, 'leftOut', new.records_left_out)));
  end if;
  return null;
end $$;
