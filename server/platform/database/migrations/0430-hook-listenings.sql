-- Webhooks that listen for one test event. A row says what became of it last; the event itself becomes the sample of the draft.
create table hook_listenings (
  connector_id uuid primary key,
  company_id uuid not null references companies (id),
  status text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  received_at timestamptz,
  fields integer,
  is_delivered boolean not null default false
);
create index hook_listenings_company on hook_listenings (company_id);
