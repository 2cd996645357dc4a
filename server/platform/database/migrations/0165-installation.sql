-- What the operator has switched for the whole installation: one row.
create table installation (
  id boolean primary key default true check (id),
  sign_up boolean not null default true,
  -- Of email addresses that may sign up; none: every one.
  domains text[] not null default '{}',
  maintenance_message text check (maintenance_message <> ''),
  revision integer not null default 1
);
insert into installation default values;

-- What a company says while it is in maintenance, its own or that of the installation; null while there is none.
create or replace function maintenance_now(c companies) returns text language sql stable as $$
  select coalesce(
    c.maintenance_message,
    case when c.window_from <= now() and now() < c.window_until then c.window_message end,
    (select i.maintenance_message from installation i))
$$;
