-- The newest version of each record that a connector has taken up, and what names that version in the keys of deliveries. Only of connectors whose
-- keys are of the record (decision 0022). Identity and content are hashes: nothing of the records stands here.
create table record_versions (
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  identity bytea not null,
  content bytea not null,
  mark text not null,
  -- Renewed from week to week while the record is read.
  seen_on date not null default current_date,
  primary key (connector_id, identity)
);
create index record_versions_seen on record_versions (seen_on);
