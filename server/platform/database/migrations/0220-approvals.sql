-- Whether the operator approves public connectors before other companies find them, and what was decided.
alter table installation add column approves_publications boolean not null default false;
alter table templates
  add column status text not null default 'approved' check (status in ('waiting', 'approved', 'declined')),
  add column status_since timestamptz not null default now(),
  add column declined_reason text,
  -- Who published or changed it last.
  add column submitted_by uuid references users (id);
update templates set submitted_by = author_id;
create index templates_waiting on templates (status_since) where status = 'waiting';

alter table private_endpoints add column asked_by uuid references users (id);

-- The newest version of which the owner of the connector was told.
alter table template_uses add column told_revision integer;
update template_uses u set told_revision = t.revision from templates t where t.id = u.template_id;
