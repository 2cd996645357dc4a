-- What is known of the records of the sides of a draft. Not part of the draft, so that no version ever holds it; removed with the connector.
-- `lookup_id` says which look-up of the side `enrichment`. `json` keeps the order of the fields of an example.
create table draft_shapes (
  company_id uuid not null,
  connector_id uuid not null references connectors (id),
  side text not null check (side in ('source', 'destination', 'enrichment')),
  lookup_id text not null default '',
  shape json not null,
  updated_at timestamptz not null default now(),
  primary key (connector_id, side, lookup_id)
);

-- Connectors that were published: everybody reads them, the company that published one changes it. Without secrets, examples and values of
-- variables. `found_by` is every text that a search looks through, in lower case.
create table templates (
  id uuid primary key,
  company_id uuid not null references companies (id),
  author_id uuid not null references users (id),
  name text not null,
  description text not null,
  category text not null,
  tags json not null,
  config json not null,
  shapes json not null,
  hosts json not null,
  found_by text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index templates_company on templates (company_id);
create index templates_newest on templates (updated_at desc, id desc);
