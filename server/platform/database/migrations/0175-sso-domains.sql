-- Email domains that a company says are its own. Verified: a TXT record of the domain held the token; then it belongs to no other company.
create table sso_domains (
  id uuid primary key,
  company_id uuid not null references companies (id),
  domain text not null,
  token text not null,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  -- What the last check saw.
  outcome text check (outcome in ('found', 'other-records', 'no-records', 'no-answer')),
  verified_at timestamptz,
  unique (company_id, domain)
);
create unique index sso_domains_owner on sso_domains (domain) where verified_at is not null;
