-- When an operator looks into a company: why, and until when. Each reading is in the audit log of the company.
create table company_looks (
  id uuid primary key,
  company_id uuid not null references companies (id),
  operator_id uuid not null references users (id),
  reason text not null,
  began_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz
);
create index company_looks_open on company_looks (company_id, operator_id) where ended_at is null;
