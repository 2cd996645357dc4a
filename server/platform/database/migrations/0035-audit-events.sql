-- What people changed. Insert only; each row carries the hash of the one before it in its company, so that a row that is gone or changed is noticed.
create table audit_events (
  company_id uuid not null references companies (id),
  -- Counted from 1 without gaps.
  seq bigint not null,
  at timestamptz not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('person', 'key', 'system')),
  actor_id uuid,
  address text,
  target_type text,
  target_id text,
  -- JSON as it was hashed.
  before text,
  after text,
  previous_hash text not null,
  hash text not null,
  primary key (company_id, seq)
);
create index audit_events_actor on audit_events (company_id, actor_id, seq desc);
create index audit_events_action on audit_events (company_id, action, seq desc);
create trigger audit_events_stay before update or delete or truncate on audit_events for each statement execute function refuse_change();

-- The end of each company's chain, without which rows could go at its end unnoticed.
create table audit_heads (
  company_id uuid primary key references companies (id),
  previous text not null,
  hash text not null,
  length bigint not null,
  at timestamptz not null
);
