-- What holds runs although their connector is active: the records of a month that a plan holds, or the budget of a connector. A run that is held
-- keeps its status and its place, is claimed by nobody, and goes on when the row is gone or its time is over.
create table run_holds (
  id bigint generated always as identity primary key,
  company_id uuid not null references companies (id),
  -- Null: all connectors of the company.
  connector_id uuid,
  cause text not null check (cause in ('records', 'budget')),
  reason text not null,
  next text not null,
  since timestamptz not null default now(),
  -- The month's end: figures begin at 0 then.
  until timestamptz not null,
  check ((cause = 'budget') = (connector_id is not null))
);
create unique index run_holds_one on run_holds (company_id, (coalesce(connector_id, '00000000-0000-0000-0000-000000000000')));

create function is_held(company uuid, connector uuid) returns boolean language sql stable as $$
  select exists (select from run_holds h
    where h.company_id = company and (h.connector_id is null or h.connector_id = connector) and h.until > now())
$$;

-- Options that were stored before they were refused, and that nobody has chosen since, do not begin to bind now.
update connectors set profile = profile || '{"budgetLimit": null, "computeSize": "small", "encryptionOption": "platform", "supportPackage": "basic", "storeLocally": true}'
where profile ?| array['budgetLimit', 'computeSize', 'encryptionOption', 'supportPackage', 'storeLocally'];

-- Whose figures have changed a moment ago.
create index runs_ended on runs (ended_at);
