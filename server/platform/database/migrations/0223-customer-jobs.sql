-- Actions of the operator on many companies, done one after another by one process at a time.
create table customer_jobs (
  id uuid primary key,
  -- Of the operator.
  company_id uuid not null references companies (id),
  operator_id uuid not null references users (id),
  status text not null default 'running' check (status in ('running', 'stopped', 'done')),
  form jsonb not null,
  lease_until timestamptz,
  created_at timestamptz not null default now()
);
create unique index customer_jobs_one_running on customer_jobs (status) where status = 'running';

create table customer_job_items (
  job_id uuid not null references customer_jobs (id) on delete cascade,
  place integer not null,
  target_id uuid not null,
  -- begun: a process that died may have changed it.
  status text not null default 'waiting' check (status in ('waiting', 'begun', 'changed', 'failed')),
  message text,
  primary key (job_id, place)
);
create index customer_job_items_open on customer_job_items (job_id, place) where status in ('waiting', 'begun');
