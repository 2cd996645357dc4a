-- Payments that failed are tried again by themselves, and companies are warned before a limit is met.
alter table invoices
  -- When the first payment failed, and how many further ones were made by themselves.
  add column failed_at timestamptz,
  add column retries integer not null default 0;
create index invoices_failed on invoices (company_id, failed_at) where status = 'failed';

-- What a company was told of a limit in a month.
create table limit_notices (
  company_id uuid not null references companies (id),
  period date not null,
  limit_name text not null,
  level text not null,
  at timestamptz not null default now(),
  primary key (company_id, period, limit_name, level)
);
