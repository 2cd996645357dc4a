-- What the administrators of a company have chosen: one row a section, as far as it is not the default.
create table company_settings (
  company_id uuid not null references companies (id),
  section text not null,
  -- A save names the revision that it started from.
  revision integer not null default 1,
  -- JSON; secrets are sealed in it, each to its place.
  value jsonb not null,
  updated_by uuid references users (id),
  updated_at timestamptz not null default now(),
  primary key (company_id, section)
);

create table company_logos (
  company_id uuid primary key references companies (id),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null
);

-- Who switched the maintenance on, and when.
alter table companies
  add column maintenance_since timestamptz,
  add column maintenance_by uuid references users (id);
