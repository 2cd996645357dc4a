-- Who receives invoices, saved cards as their provider knows them, and payments.

create table payment_methods (
  id uuid primary key,
  company_id uuid not null references companies (id),
  provider text not null,
  -- What the provider calls it. No card number is ever here.
  provider_ref text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month integer not null,
  exp_year integer not null,
  holder text not null,
  email text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  -- When the company was told that it expires.
  expiry_told_at timestamptz
);
create index payment_methods_company on payment_methods (company_id, created_at desc) where removed_at is null;

create table billing_profiles (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  receive_invoices boolean not null,
  country text not null,
  address text not null,
  method_id uuid references payment_methods (id),
  is_primary boolean not null,
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index billing_profiles_one_primary on billing_profiles (company_id) where is_primary;
create index billing_profiles_company on billing_profiles (company_id);

alter table invoices add column profile_id uuid;

-- One try each. Its id is the key under which the provider makes it once, however often it is asked.
create table payments (
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null references invoices (id),
  method_id uuid not null references payment_methods (id),
  amount bigint not null,
  currency text not null,
  -- Whether the person has confirmed it with their bank.
  is_confirmed boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'action')),
  reason text,
  provider_ref text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index payments_one on payments (invoice_id) where status in ('pending', 'succeeded');
create index payments_pending on payments (created_at) where status = 'pending';

-- What the sandbox provider has charged, by key: asked twice, it charges once.
create table sandbox_charges (
  key uuid primary key,
  method_ref text not null,
  amount bigint not null,
  charged_at timestamptz not null default now()
);
