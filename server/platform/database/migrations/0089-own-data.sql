-- Files with everything that is kept of a person, made in the background for them. The text is compressed, and gone once its time is over.
create table data_files (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  status text not null default 'queued' check (status in ('queued', 'ready', 'failed', 'expired')),
  status_since timestamptz not null default now(),
  attempts integer not null default 0,
  lease_until timestamptz,
  content bytea,
  -- Of the text before it is compressed.
  bytes integer,
  expires_at timestamptz,
  requested_at timestamptz not null default now()
);
create unique index data_files_one_queued on data_files (user_id) where status = 'queued';
create index data_files_user on data_files (user_id, requested_at desc);

-- People who asked to be deleted. Until it is due they can withdraw.
create table deletion_requests (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  -- Who takes the connectors over; null where there are none.
  heir_id uuid references users (id),
  status text not null default 'waiting' check (status in ('waiting', 'withdrawn', 'refused', 'done')),
  status_since timestamptz not null default now(),
  due_at timestamptz not null,
  requested_at timestamptz not null default now()
);
create unique index deletion_requests_one_waiting on deletion_requests (user_id) where status = 'waiting';
create index deletion_requests_due on deletion_requests (due_at) where status = 'waiting';

-- When everything that names the person was removed from the row. What others recorded of them keeps its id.
alter table users add column anonymized_at timestamptz;
