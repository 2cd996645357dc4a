-- A maintenance that begins and ends by itself, beside the one that a person switches.
alter table companies
  add column window_from timestamptz,
  add column window_until timestamptz,
  add column window_message text,
  -- Whether its begin was told as an event.
  add column window_begun boolean not null default false,
  add constraint companies_window check ((window_from is null) = (window_until is null) and (window_from is null) = (window_message is null)
    and window_from < window_until);
create index companies_windows on companies (window_from) where window_from is not null;

-- What a company says while it is in maintenance; null while it is not.
create function maintenance_now(c companies) returns text language sql stable as $$
  select coalesce(c.maintenance_message, case when c.window_from <= now() and now() < c.window_until then c.window_message end)
$$;

create or replace function webhook_event_of_maintenance() returns trigger language plpgsql as $$
declare
  message text := coalesce(new.maintenance_message, case when new.window_begun then new.window_message end);
begin
  perform add_webhook_event(
    new.id, 'system.maintenance', concat_ws(' ', new.id, clock_timestamp()),
    jsonb_build_object('isOn', message is not null, 'message', coalesce(message, '')));
  return null;
end $$;
create trigger companies_webhook_window after update on companies for each row
  when (old.window_begun is distinct from new.window_begun and old.maintenance_message is not distinct from new.maintenance_message)
  execute function webhook_event_of_maintenance();
