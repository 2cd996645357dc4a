-- What starts runs by itself: schedules and webhooks. And which version a deployment went back to.

-- One row per connector whose live version has a schedule. `next_at` is an instant of the database's clock; it is not looked at while the
-- connector does not stand at Active. `skipped` counts starts that were left out because the run before was still open, `missed` those that
-- passed while nobody could make them; each since its own first one.
create table schedules (
  connector_id uuid primary key references connectors (id),
  company_id uuid not null references companies (id),
  every_seconds integer,
  cron text,
  time_zone text,
  next_at timestamptz,
  last_run_at timestamptz,
  skipped integer not null default 0,
  skipped_since timestamptz,
  missed integer not null default 0,
  missed_since timestamptz,
  check ((every_seconds is null) <> (cron is null))
);
create index schedules_due on schedules (next_at);

-- One row per connector that has, or had, a hook. `held` counts its events that no page has taken yet; whoever adds or takes events changes it
-- in the same statement, and the lock on this row puts senders of one connector in order. No index holds `held`: it changes with every event.
create table hooks (
  connector_id uuid primary key references connectors (id),
  company_id uuid not null references companies (id),
  is_live boolean not null default false,
  held integer not null default 0,
  last_received_at timestamptz
);

-- What a sender proves itself with. `valid_until` is null for the newest one of a connector, and an instant for the one before it.
create table hook_secrets (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  last4 text not null,
  key_id text not null,
  ciphertext text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  valid_until timestamptz
);
create unique index hook_secrets_newest on hook_secrets (connector_id) where valid_until is null;
create unique index hook_secrets_before on hook_secrets (connector_id) where valid_until is not null;

-- Events as they came in: `body` is the sender's own text. `run_id` and `page` say which page took the event; null while it waits.
create table hook_events (
  id uuid primary key,
  seq bigint generated always as identity,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  event_key text,
  body text not null,
  received_at timestamptz not null default now(),
  run_id uuid,
  page integer,
  taken_at timestamptz
);
create unique index hook_events_key on hook_events (connector_id, event_key);
create index hook_events_waiting on hook_events (connector_id, seq) where run_id is null;
create index hook_events_taken on hook_events (taken_at) where run_id is not null;

alter table deployments add column back_to integer;
