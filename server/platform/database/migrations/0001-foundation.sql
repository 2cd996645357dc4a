-- Companies, people, sessions, connectors and their versions, runs, the outbox and the ledger.
-- Every row belongs to a company; every query carries it.

create table companies (
  id uuid primary key,
  name text not null,
  workspace_name text not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  company_id uuid not null references companies (id),
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('SUPER_ADMIN', 'ADMIN', 'USER')),
  password_hash text not null,
  confirmed boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_company on users (company_id);

-- One row per refresh family: a browser that signed in.
create table sessions (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip_address text,
  user_agent text
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  hash text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  company_id uuid not null references companies (id),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table connectors (
  id uuid primary key,
  company_id uuid not null references companies (id),
  owner_id uuid not null references users (id),
  name text not null,
  profile jsonb not null,
  config_id uuid not null unique,
  draft jsonb not null,
  revision integer not null default 1,
  status text not null check (status in ('Draft', 'Deploying', 'Active', 'Pause', 'Failed')),
  status_before text not null,
  status_since timestamptz not null default now(),
  status_reason text not null,
  status_next text not null,
  live_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index connectors_owner on connectors (company_id, owner_id, created_at desc) where deleted_at is null;

-- Immutable; a draft or a version refers to them by id. Bound to the company and to the origin they may be sent to.
create table connector_secrets (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  origin text not null,
  last4 text not null,
  key_id text not null,
  ciphertext text not null,
  created_at timestamptz not null default now()
);
create index connector_secrets_connector on connector_secrets (connector_id);

create table connector_versions (
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  number integer not null,
  hash text not null,
  config jsonb not null,
  author_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (connector_id, number)
);

create table deployments (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  status text not null check (status in ('queued', 'validating', 'provisioning', 'activating', 'live', 'failed')),
  progress integer not null default 0,
  message text not null,
  config jsonb not null,
  version integer,
  hash text,
  author_id uuid not null references users (id),
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
create index deployments_connector on deployments (connector_id, created_at desc);
create unique index deployments_one_open on deployments (connector_id) where status not in ('live', 'failed');

create table connector_history (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  at timestamptz not null default now(),
  actor_id uuid references users (id),
  what text not null,
  from_status text,
  to_status text,
  detail text not null
);
create index connector_history_connector on connector_history (connector_id, at desc);

create table mapping_rules (
  id uuid primary key,
  company_id uuid not null references companies (id),
  rule jsonb not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index mapping_rules_company on mapping_rules (company_id, created_at);

-- A run and, while it is open, the lease of the process that moves it. Writes of an older epoch are refused.
create table runs (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  version integer not null,
  trigger text not null check (trigger in ('manual', 'schedule', 'webhook', 'replay')),
  status text not null check (status in ('queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled')),
  status_since timestamptz not null default now(),
  status_reason text not null,
  status_next text not null,
  checkpoint jsonb not null,
  pages_read integer not null default 0,
  records_read integer not null default 0,
  records_delivered integer not null default 0,
  records_skipped integer not null default 0,
  records_failed integer not null default 0,
  owner text,
  epoch integer not null default 0,
  lease_until timestamptz,
  started_by uuid references users (id),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  error jsonb,
  foreign key (connector_id, version) references connector_versions (connector_id, number)
);
create unique index runs_one_open on runs (connector_id) where status in ('queued', 'running', 'paused');
create index runs_connector on runs (connector_id, created_at desc);
create index runs_claimable on runs (created_at) where status in ('queued', 'running');

-- One row per page that was read from a source: the outbox. `body` holds the exact bytes of the page's deliveries, one after another; `outline`
-- says where each delivery and each record lies in it (`deliveries.ts`), in UTF-16 units. What is sent and what the ledger shows are slices of
-- the same body, written once. `pending_…` count what is not settled.
create table source_pages (
  company_id uuid not null,
  connector_id uuid not null,
  run_id uuid not null references runs (id),
  version integer not null,
  number integer not null,
  source_startpoint text not null,
  destination_endpoint text not null,
  fingerprint text not null,
  body text not null,
  outline json not null,
  pending_deliveries integer not null,
  pending_records integer not null,
  read_at timestamptz not null default now(),
  primary key (run_id, number)
);
create index source_pages_pending on source_pages (connector_id) where pending_deliveries > 0;

-- One row per attempt to deliver, with what the destination answered. `position` is the place in the run of the delivery's first record, counted
-- from 0; `ends` says how this attempt ended the delivery, and is null while it is going to be tried again.
create table attempts (
  company_id uuid not null,
  run_id uuid not null,
  position integer not null,
  number integer not null,
  outcome text not null check (outcome in ('delivered', 'refused', 'retry', 'unknown')),
  ends text check (ends in ('delivered', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  next_attempt_at timestamptz,
  answer jsonb,
  error jsonb,
  primary key (run_id, position, number)
);

-- The ledger: one row per record that has ended, written once and never changed; records that wait stand in the outline of their page. `id` is
-- made of the run's id and `position`, the place of the record in the run (`transaction-id.ts`), so it is unique and in order without another
-- index. `delivery` is the position of the delivery that carried it; null when it was never made. No foreign keys here: their checks would cost
-- more than the row; rows are made and removed only together with their run.
create table transactions (
  id uuid primary key,
  company_id uuid not null,
  connector_id uuid not null,
  run_id uuid not null,
  version integer not null,
  position integer not null,
  delivery integer,
  source_page integer not null,
  source_index integer not null,
  record_key text not null,
  status text not null check (status in ('success', 'failure')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  mapping_ms integer,
  sending_ms integer,
  body_from integer,
  body_length integer,
  error jsonb
);
create index transactions_connector on transactions (connector_id, started_at desc, id desc);

create table idempotency_keys (
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  key text not null,
  route text not null,
  request_hash text not null,
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
