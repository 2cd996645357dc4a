-- A maintenance of all companies that begins and ends by itself. What the operator says comes before what a company says: only he can end it.
alter table installation
  add column window_from timestamptz,
  add column window_until timestamptz,
  add column window_message text,
  add constraint installation_window check ((window_from is null) = (window_until is null)
    and (window_from is null) = (window_message is null) and window_from < window_until);

create or replace function maintenance_now(c companies) returns text language sql stable as $$
  select coalesce(
    (select coalesce(i.maintenance_message, case when i.window_from <= now() and now() < i.window_until then i.window_message end)
      from installation i),
    c.maintenance_message,
    case when c.window_from <= now() and now() < c.window_until then c.window_message end)
$$;
