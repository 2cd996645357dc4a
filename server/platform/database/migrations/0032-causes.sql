-- What people did about the causes of lost records, by the name that the records of a cause share. A cause without a row is open.
create table causes (
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  id text not null,
  state text not null check (state in ('open', 'assigned', 'resolved', 'reopened')),
  assignee_id uuid references users (id),
  -- Until when its records were seen by whoever touched it last: one that is resolved and was lost again after it is open again.
  seen_at timestamptz not null,
  changed_by uuid not null references users (id),
  changed_at timestamptz not null default now(),
  primary key (company_id, connector_id, id)
);
create index causes_changed on causes (company_id, connector_id, changed_at desc);
