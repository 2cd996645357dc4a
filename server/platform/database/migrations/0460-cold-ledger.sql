-- Weeks of the ledger that lie in Parquet files instead of in partitions: one file for each company, week and table (0097). A row says where the file is;
-- it is added in the commit that drops the partitions, and removed in the commit that brings the rows back.
create table cold_files (
  company_id uuid not null references companies,
  week date not null,
  table_name text not null,
  file text not null,
  rows bigint not null,
  bytes bigint not null,
  sha256 text not null,
  frozen_at timestamptz not null default now(),
  primary key (company_id, week, table_name)
);

-- Runs of cold weeks whose rows were copied into the ledger because somebody reads them. The file stays the truth, and a copy is removed after a while.
-- `page` is 0 where the whole run was copied.
create table cold_copies (
  company_id uuid not null references companies,
  run_id uuid not null,
  page integer not null,
  until timestamptz not null,
  primary key (company_id, run_id, page)
);
create index cold_copies_until on cold_copies (until);

-- Weeks that were restored and stay in the database for some days.
create table cold_holds (
  week date primary key,
  until timestamptz not null
);

-- The day on which the week of a run begins: its id of version 7 starts with the milliseconds since 1970.
create function week_of_run(id uuid) returns date language sql immutable parallel safe as $$
  select date_trunc('week', to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) at time zone 'UTC')::date
$$;
