-- Archives and backups of companies, compressed, in parts of a megabyte: every process writes and reads them, and a backup of the database has them.
-- `file_id` is the id of a row in retention_archives or company_backups, which is written when all parts are there and were read back.
create table company_file_parts (
  file_id uuid not null,
  company_id uuid not null references companies (id),
  part integer not null,
  content bytea not null,
  at timestamptz not null default now(),
  primary key (file_id, part)
);
-- The content is compressed already.
alter table company_file_parts alter column content set storage external;
create index company_file_parts_company on company_file_parts (company_id, at);
