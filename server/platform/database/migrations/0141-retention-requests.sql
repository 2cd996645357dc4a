-- Deletion of the data of people who have left: requested by one administrator, decided by another.
create table retention_requests (
  id uuid primary key,
  company_id uuid not null references companies (id),
  member_id uuid not null references users (id),
  status text not null check (status in ('requested', 'approved', 'refused', 'expired', 'withdrawn', 'done')),
  status_since timestamptz not null default now(),
  -- Who asked; of a request that the night made, who has saved the policy.
  requested_by uuid references users (id),
  decided_by uuid references users (id),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index retention_requests_open on retention_requests (member_id) where status in ('requested', 'approved');
create index retention_requests_member on retention_requests (company_id, member_id, created_at desc);
