-- The records of a page as they were read, before anything was looked up or mapped: what a replay begins with and what people search in. Written in
-- the commit that keeps the page; pages from before have none. `body` is the JSON array of the records, compressed with Zstandard; a record that
-- cannot be made again is null in it. `terms` is a filter of the words of the records as read and as delivered (`search-terms.ts`).
create table read_pages (
  company_id uuid not null,
  connector_id uuid not null,
  run_id uuid not null,
  number integer not null,
  read_at timestamptz not null,
  body bytea not null,
  terms bytea not null,
  primary key (run_id, number)
) partition by range (run_id);
create table read_pages_rest partition of read_pages default;
create index read_pages_connector on read_pages (connector_id, run_id, number);

-- A search reads filters and not bodies: these lie beside the row, those in it. Partitions take it over from their table.
alter table read_pages alter column body set storage external;
alter table read_pages_rest alter column body set storage external;
alter table read_pages alter column terms set storage main;
alter table read_pages_rest alter column terms set storage main;
do $$
begin
  alter table read_pages alter column terms set compression lz4;
  alter table read_pages_rest alter column terms set compression lz4;
exception when feature_not_supported then null;
end $$;
