-- Where a company wants to hear of its events, and the events on their way there.
create table webhook_endpoints (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  url text not null,
  events text[] not null,
  enabled boolean not null,
  -- Values are sealed.
  headers jsonb not null default '{}',
  secret jsonb not null,
  previous_secret jsonb,
  previous_until timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- Since when nothing but failures came back.
  failing_since timestamptz,
  delivered_at timestamptz,
  -- When it was switched off because of that; null when a person did it, and while it is on.
  failed_off_at timestamptz
);
create index webhook_endpoints_company on webhook_endpoints (company_id, created_at desc);

create table webhook_deliveries (
  id uuid primary key,
  company_id uuid not null references companies (id),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The same on every try, so that whoever gets it twice can tell.
  event_id text not null,
  type text not null,
  -- The body as it is signed and sent.
  payload text not null,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  response_status integer,
  response text,
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'queued';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);

-- Writes an event for every endpoint that wants it, in the commit of what happened. The same subject is the same event.
create function add_webhook_event(company uuid, kind text, subject text, data jsonb) returns void language sql as $$
  insert into webhook_deliveries (id, company_id, endpoint_id, event_id, type, payload)
  select gen_random_uuid(), company, e.id, 'evt_' || left(encode(sha256(convert_to(kind || ' ' || subject, 'UTF8')), 'hex'), 32), kind,
    jsonb_build_object(
      'type', kind,
      'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', data)::text
  from webhook_endpoints e
  where e.company_id = company and e.enabled and kind = any(e.events) and exists (
    select from company_settings s where s.company_id = company and s.section = 'notificationSettings'
      and s.value->'webhookNotifications'->>'enabled' = 'true')
  on conflict (endpoint_id, event_id) do nothing;
$$;

create function webhook_event_of_run() returns trigger language plpgsql as $$
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
          'failed', new.records_failed, 'unknown', new.records_unknown)));
  end if;
  return null;
end $$;
create trigger runs_webhook_event after update of status on runs for each row
  when (old.status is distinct from new.status and new.status in ('running', 'succeeded', 'failed'))
  execute function webhook_event_of_run();

create function webhook_event_of_alarm() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = new.state or (new.state = 'cleared' and old.state not in ('raised', 'acknowledged')) then return null; end if;
  end if;
  perform add_webhook_event(
    new.company_id, 'system.alert', concat_ws(' ', new.connector_id, new.kind, new.state, new.since),
    jsonb_build_object(
      'state', new.state, 'kind', new.kind, 'connectorId', new.connector_id,
      'connectorName', (select name from connectors where id = new.connector_id and company_id = new.company_id),
      'reason', new.reason, 'next', new.next));
  return null;
end $$;
create trigger alarms_webhook_event after insert or update of state on alarms for each row
  when (new.state in ('raised', 'cleared')) execute function webhook_event_of_alarm();

create function webhook_event_of_user() returns trigger language plpgsql as $$
begin
  perform add_webhook_event(
    new.company_id,
    case when tg_op = 'INSERT' then 'user.created' when new.removed_at is not null then 'user.deleted' else 'user.updated' end,
    concat_ws(' ', new.id, clock_timestamp()),
    jsonb_build_object('userId', new.id, 'email', new.email, 'firstName', new.first_name, 'lastName', new.last_name,
      'role', new.role, 'active', new.active));
  return null;
end $$;
create trigger users_webhook_created after insert on users for each row execute function webhook_event_of_user();
create trigger users_webhook_updated after update on users for each row
  when ((old.email, old.first_name, old.last_name, old.role, old.active, old.removed_at)
    is distinct from (new.email, new.first_name, new.last_name, new.role, new.active, new.removed_at))
  execute function webhook_event_of_user();

create function webhook_event_of_maintenance() returns trigger language plpgsql as $$
begin
  perform add_webhook_event(
    new.id, 'system.maintenance', concat_ws(' ', new.id, clock_timestamp()),
    jsonb_build_object('isOn', new.maintenance_message is not null, 'message', coalesce(new.maintenance_message, '')));
  return null;
end $$;
create trigger companies_webhook_maintenance after update on companies for each row
  when (old.maintenance_message is distinct from new.maintenance_message) execute function webhook_event_of_maintenance();
