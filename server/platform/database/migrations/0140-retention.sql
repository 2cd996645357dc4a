-- Retention by company: what was removed in which night, and what was written to a file before.
create table retention_nights (
  company_id uuid primary key references companies (id),
  -- The newest night that was begun, as a date of UTC.
  night date not null,
  lease_until timestamptz not null default now()
);

create table retention_reports (
  id uuid primary key,
  company_id uuid not null references companies (id),
  area text not null check (area in ('integrationLogs', 'auditLogs', 'userData', 'backups')),
  status text not null check (status in ('held', 'removing', 'done', 'failed')),
  began_at timestamptz not null,
  ended_at timestamptz,
  -- What is older than this was due.
  cutoff timestamptz not null,
  due bigint not null,
  total bigint not null,
  -- Rows by table.
  removed jsonb not null default '{}',
  -- What was due and stays, by reason.
  kept jsonb not null default '{}',
  error text,
  confirmed_by uuid references users (id),
  confirmed_at timestamptz
);
create index retention_reports_company on retention_reports (company_id, began_at desc, id desc);
create index retention_reports_removing on retention_reports (began_at) where status = 'removing';

-- Files below DATA_DIR; a row is written after the file was read back and before anything is removed.
create table retention_archives (
  id uuid primary key,
  company_id uuid not null references companies (id),
  report_id uuid not null references retention_reports (id),
  area text not null,
  records bigint not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null default now()
);
create index retention_archives_company on retention_archives (company_id, created_at desc, id desc);
create index retention_archives_report on retention_archives (report_id);

-- Where a chain of records begins after its oldest rows were removed: the next row carries this hash.
create table chain_anchors (
  kind text not null check (kind in ('sign-ins', 'changes')),
  chain uuid not null,
  last bigint not null,
  hash text not null,
  removed bigint not null,
  at timestamptz not null default now(),
  primary key (kind, chain)
);

-- Rows of a chain still take no changes; only the two functions below remove any.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('datacrane.retention', true) = pg_current_xact_id()::text then return null; end if;
  raise exception '% takes no changes', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function remove_sign_ins(company uuid, upto bigint, due_before timestamptz) returns bigint
language plpgsql security definer as $$
declare gone bigint; last_id bigint; last_hash text;
begin
  perform 1 from login_audit_heads where chain = company for update;
  if exists (select 1 from login_audit where company_id = company and id <= upto and at >= due_before) then
    raise exception 'a sign-in that is not due would be removed';
  end if;
  select id, hash into last_id, last_hash from login_audit where company_id = company and id <= upto order by id desc limit 1;
  if last_id is null then return 0; end if;
  perform set_config('datacrane.retention', pg_current_xact_id()::text, true);
  delete from login_audit where company_id = company and id <= upto;
  get diagnostics gone = row_count;
  perform set_config('datacrane.retention', '', true);
  insert into chain_anchors as a (kind, chain, last, hash, removed) values ('sign-ins', company, last_id, last_hash, gone)
    on conflict (kind, chain) do update set last = excluded.last, hash = excluded.hash, removed = a.removed + excluded.removed, at = now();
  return gone;
end $$;

create function remove_changes(company uuid, upto bigint, due_before timestamptz) returns bigint
language plpgsql security definer as $$
declare gone bigint; last_seq bigint; last_hash text;
begin
  perform 1 from audit_heads where company_id = company for update;
  if exists (select 1 from audit_events where company_id = company and seq <= upto and at >= due_before) then
    raise exception 'a change that is not due would be removed';
  end if;
  select seq, hash into last_seq, last_hash from audit_events where company_id = company and seq <= upto order by seq desc limit 1;
  if last_seq is null then return 0; end if;
  delete from audit_names where company_id = company and seq <= upto;
  perform set_config('datacrane.retention', pg_current_xact_id()::text, true);
  delete from audit_events where company_id = company and seq <= upto;
  get diagnostics gone = row_count;
  perform set_config('datacrane.retention', '', true);
  insert into chain_anchors as a (kind, chain, last, hash, removed) values ('changes', company, last_seq, last_hash, gone)
    on conflict (kind, chain) do update set last = excluded.last, hash = excluded.hash, removed = a.removed + excluded.removed, at = now();
  return gone;
end $$;
