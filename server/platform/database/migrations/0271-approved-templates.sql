-- The approved version of a published connector, while a changed one waits for approval or was declined.
create table approved_templates (
  template_id uuid primary key references templates (id) on delete cascade,
  name text not null,
  description text not null,
  category text not null,
  tags json not null,
  config json not null,
  shapes json not null,
  hosts json not null,
  source_system text,
  destination_system text,
  found_by text not null,
  revision integer not null,
  updated_at timestamptz not null
);

-- What can be found: each published connector as it is now, and beside it the approved version where it is another one.
create view offered_templates as
  select t.id, t.company_id, t.author_id, t.name, t.description, t.category, t.tags, t.config, t.shapes, t.hosts, t.source_system,
    t.destination_system, t.systems_known, t.found_by, t.revision, t.created_at, t.updated_at, t.status, t.status_since, t.declined_reason,
    t.submitted_by, t.audience, false as is_earlier
  from templates t
  union all
  select t.id, t.company_id, t.author_id, a.name, a.description, a.category, a.tags, a.config, a.shapes, a.hosts, a.source_system,
    a.destination_system, true, a.found_by, a.revision, t.created_at, a.updated_at, 'approved', t.status_since, null,
    t.submitted_by, t.audience, true
  from approved_templates a join templates t on t.id = a.template_id;
