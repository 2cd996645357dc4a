-- Whether a company may use the installation, and what its operators note on it.
alter table companies
  add column status text not null default 'active' check (status in ('active', 'suspended')),
  add column status_since timestamptz not null default now(),
  add column suspended_reason text,
  add column suspended_by uuid references users (id),
  add column operator_note text not null default '',
  add constraint companies_suspended check ((status = 'suspended') = (suspended_reason is not null));
create index companies_suspended on companies (id) where status = 'suspended';

-- When somebody of a company used the console last.
create index sessions_company on sessions (company_id, last_used_at desc);

-- What a run does while its company is suspended: it is held as if it were paused, and claimed again afterwards.
create function is_suspended(company uuid) returns boolean language sql stable as $$
  select exists (select from companies c where c.id = company and c.status = 'suspended')
$$;
