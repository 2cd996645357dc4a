-- To whom a published connector is offered; what was started from it, and from which version.
alter table templates add column audience text not null default 'everyone' check (audience in ('everyone', 'chosen', 'nobody'));

create table template_audience (
  template_id uuid not null references templates (id) on delete cascade,
  company_id uuid not null references companies (id),
  primary key (template_id, company_id)
);

-- Every version that was published, as it was.
create table template_versions (
  template_id uuid not null references templates (id) on delete cascade,
  revision integer not null,
  config json not null,
  created_at timestamptz not null default now(),
  primary key (template_id, revision)
);
insert into template_versions (template_id, revision, config, created_at) select id, revision, config, updated_at from templates;

create function keep_template_version() returns trigger language plpgsql as $$
begin
  insert into template_versions (template_id, revision, config) values (new.id, new.revision, new.config) on conflict do nothing;
  return null;
end $$;
create trigger templates_version after insert or update of revision on templates for each row execute function keep_template_version();

create table template_uses (
  connector_id uuid primary key references connectors (id),
  company_id uuid not null references companies (id),
  template_id uuid not null references templates (id) on delete cascade,
  revision integer not null,
  created_at timestamptz not null default now()
);
create index template_uses_template on template_uses (template_id, company_id);
