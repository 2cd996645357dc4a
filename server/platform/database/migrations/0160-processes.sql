-- Processes on this database, each with what it measured of itself. A row is written every half minute and removed by an orderly stop.
create table processes (
  id text primary key,
  role text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  figures jsonb not null
);
