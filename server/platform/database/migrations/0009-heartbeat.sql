-- Counts up while the product runs, so that a process can tell that the database is an older one than it saw. One row; `lineage` is made with it.
create table heartbeat (
  is_only boolean primary key default true check (is_only),
  lineage uuid not null default gen_random_uuid(),
  beats bigint not null default 0,
  at timestamptz not null default now()
);
insert into heartbeat default values;
