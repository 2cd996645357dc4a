-- What the page of a connection shows, and where a connection is used, so that no list reads every configuration (decision 0134).
alter table connections
  -- Counts replacements of the address or the credentials: what a run found out with earlier ones is not said of these.
  add column access_revision integer not null default 1;

-- The last results of tests, and of runs where the result changed.
create table connection_checks (
  company_id uuid not null,
  connection_id uuid not null,
  seq bigint generated always as identity,
  result jsonb not null,
  primary key (company_id, connection_id, seq),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);

-- Version 0 is the draft. The other one is the live version.
create table connection_uses (
  company_id uuid not null,
  connector_id uuid not null references connectors (id) on delete cascade,
  version integer not null,
  connection_id text not null,
  role text not null,
  primary key (company_id, connector_id, version, connection_id, role)
);
create index connection_uses_connector on connection_uses (connector_id);
create index connection_uses_connection on connection_uses (company_id, connection_id);

create function keep_connection_uses() returns trigger language plpgsql as $$
begin
  delete from connection_uses where connector_id = new.id;
  if new.deleted_at is null then
    insert into connection_uses (company_id, connector_id, version, connection_id, role)
    select new.company_id, new.id, 0, u.id, u.role from connections_of(new.draft) u where u.id is not null
    union
    select new.company_id, new.id, v.number, u.id, u.role from connector_versions v cross join lateral connections_of(v.config) u
    where v.connector_id = new.id and v.company_id = new.company_id and v.number = new.live_version and u.id is not null;
  end if;
  return null;
end $$;
create trigger connectors_use_connections after insert or update of draft, live_version, deleted_at on connectors
  for each row execute function keep_connection_uses();

insert into connection_uses (company_id, connector_id, version, connection_id, role)
select c.company_id, c.id, 0, u.id, u.role from connectors c cross join lateral connections_of(c.draft) u
where c.deleted_at is null and u.id is not null
union
select c.company_id, c.id, v.number, u.id, u.role from connectors c
join connector_versions v on v.connector_id = c.id and v.company_id = c.company_id and v.number = c.live_version
cross join lateral connections_of(v.config) u
where c.deleted_at is null and u.id is not null;

create index audit_events_target on audit_events (company_id, target_id, seq desc) where target_type = 'connection';
