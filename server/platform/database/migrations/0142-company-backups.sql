-- What a company has built, as a file of every night in which it changed. Files lie below DATA_DIR; a row is written after the file was read back.
create table company_backups (
  id uuid primary key,
  company_id uuid not null references companies (id),
  records bigint not null,
  bytes bigint not null,
  sha256 text not null,
  -- Ids and names, to choose from.
  connectors jsonb not null,
  created_at timestamptz not null default now()
);
create index company_backups_company on company_backups (company_id, created_at desc, id desc);
