-- Records of the source beside the lines that a split makes of them (decision 0114). Null: every record that was read is one line, and
-- `records_read` counts them.
alter table runs add column source_records_read integer;

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
          'failed', new.records_failed, 'unknown', new.records_unknown, 'unchanged', new.records_unchanged, 'leftOut', new.records_left_out,
          'fromSource', coalesce(new.source_records_read, new.records_read))));
  end if;
  return null;
end $$;
