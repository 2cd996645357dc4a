-- Alarms of connectors. A connector without a row in `alarm_settings` has the usual ones, an alarm without a row is watched and was never raised:
-- ten thousand connectors that nobody touched cost nothing.
create table alarm_settings (
  connector_id uuid primary key references connectors (id),
  company_id uuid not null references companies (id),
  settings jsonb not null,
  updated_at timestamptz not null default now()
);

-- `is_told`: whether a raise was sent to everybody who wants it. False only while their quiet hours last. `figures` is what it was raised by last.
create table alarms (
  connector_id uuid not null references connectors (id),
  company_id uuid not null references companies (id),
  kind text not null check (kind in ('late', 'quiet', 'strange', 'failing')),
  state text not null check (state in ('off', 'watching', 'raised', 'acknowledged', 'muted', 'cleared', 'gone')),
  since timestamptz not null,
  reason text not null,
  next text not null,
  figures jsonb not null default '[]',
  muted_until timestamptz,
  is_told boolean not null default true,
  primary key (connector_id, kind)
);
create index alarms_company on alarms (company_id, since desc);
create index alarms_muted on alarms (muted_until) where state = 'muted';
create index alarms_open on alarms (connector_id) where state in ('raised', 'acknowledged', 'cleared');
create index alarms_untold on alarms (connector_id) where state = 'raised' and not is_told;

-- What became of an alarm, and who did it.
create table alarm_events (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  kind text not null,
  at timestamptz not null,
  state text not null,
  reason text not null,
  actor_id uuid references users (id)
);
create index alarm_events_alarm on alarm_events (connector_id, kind, at desc, id desc);
create index alarm_events_old on alarm_events (at);

-- Up to the end of which hour the volume of a connector was judged.
create table alarm_watches (
  connector_id uuid primary key references connectors (id),
  company_id uuid not null references companies (id),
  judged_until timestamptz not null
);
