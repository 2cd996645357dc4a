-- The request after the delivery of a record, added in the commit that settles the delivery. `request` is its URL and body as JSON, sealed where the
-- connector keeps no payloads. `begun_at`: a process was about to send it. `lease` tells one owner from the next. No foreign keys, as with transactions.
create table afterwards (
  company_id uuid not null,
  connector_id uuid not null,
  run_id uuid not null,
  position integer not null,
  version integer not null,
  status text not null check (status in ('pending', 'done', 'failed', 'unknown')),
  delivery_key text not null,
  request text,
  tries integer not null default 0,
  lease integer not null default 0,
  lease_until timestamptz,
  begun_at timestamptz,
  next_at timestamptz not null default now(),
  ended_at timestamptz,
  answer jsonb,
  error jsonb,
  primary key (run_id, position)
);
create index afterwards_due on afterwards (run_id, next_at) where status = 'pending';
create index afterwards_company on afterwards (company_id);
