-- The identity provider of a company. Secrets in `value` are sealed.
create table sso_connections (
  company_id uuid primary key references companies (id),
  revision integer not null default 1,
  value jsonb not null,
  status text not null default 'off' check (status in ('off', 'tested', 'optional', 'enforced')),
  last_test jsonb,
  updated_by uuid references users (id),
  updated_at timestamptz not null default now()
);
