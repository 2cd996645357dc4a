-- Addresses that called for a company and are not on its list: one row an address.
create table blocked_addresses (
  company_id uuid not null references companies (id),
  address text not null,
  calls bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- Whether the last call was refused, or recorded only.
  refused boolean not null,
  last_user uuid references users (id),
  -- When administrators were last told of it.
  noticed_at timestamptz,
  primary key (company_id, address)
);
create index blocked_addresses_newest on blocked_addresses (company_id, last_at desc);
