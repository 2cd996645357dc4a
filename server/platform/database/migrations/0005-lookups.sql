-- One row per request that was made to a third system for the records of a page, with what it answered. Written in the commit that keeps the
-- page. `value_count` values were asked for at once and serve `record_count` records. No foreign keys, as with transactions: rows are made and
-- removed only together with their run.
create table lookups (
  company_id uuid not null,
  connector_id uuid not null,
  run_id uuid not null,
  page integer not null,
  number integer not null,
  enrichment_id text not null,
  asked text not null,
  outcome text not null check (outcome in ('found', 'not-found', 'failed')),
  value_count integer not null,
  record_count integer not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  answer jsonb,
  error jsonb,
  primary key (run_id, page, number)
);
