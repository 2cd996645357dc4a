-- What the steps of the runs measured, summed up by minute. `host` is empty where a step speaks with nobody. `latencies` counts the calls by how long
-- they took (`latencies.ts`). No foreign keys: connectors are never removed while their figures are kept.
create table step_minutes (
  company_id uuid not null,
  connector_id uuid not null,
  minute timestamptz not null,
  step text not null check (step in ('source', 'enrichment', 'mapping', 'destination')),
  host text not null,
  calls integer not null,
  errors integer not null,
  records bigint not null,
  latency_sum double precision not null,
  latencies integer[] not null,
  primary key (connector_id, minute, step, host)
);
-- For what is dropped at the end of its time.
create index step_minutes_minute on step_minutes using brin (minute);

-- The newest sums that a process has added, so that an addition whose commit was not heard of is not made twice.
create table meter_flushes (
  process_id uuid primary key,
  number integer not null,
  flushed_at timestamptz not null default now()
);
