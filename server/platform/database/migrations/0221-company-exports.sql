-- Files with everything of a company, made by a job and kept in parts, so that every process can hand them out as a stream.
create table company_exports (
  id uuid primary key,
  company_id uuid not null references companies (id),
  requested_by uuid not null references users (id),
  status text not null default 'queued' check (status in ('queued', 'ready', 'failed', 'expired')),
  status_since timestamptz not null default now(),
  attempts integer not null default 0,
  lease_until timestamptz,
  lines integer not null default 0,
  -- Of the compressed file.
  bytes bigint,
  expires_at timestamptz,
  -- Of the key in the link that was handed out last.
  link_hash text,
  link_until timestamptz,
  requested_at timestamptz not null default now()
);
create unique index company_exports_one_queued on company_exports (company_id) where status = 'queued';
create index company_exports_company on company_exports (company_id, requested_at desc);

create table company_export_parts (
  export_id uuid not null references company_exports (id) on delete cascade,
  company_id uuid not null references companies (id),
  part integer not null,
  content bytea not null,
  primary key (export_id, part)
);
create index company_export_parts_company on company_export_parts (company_id);
