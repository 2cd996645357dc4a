-- Deletion of a company: it is suspended for a time of grace, then everything of it is removed in slices. Its row stays, without its name, for
-- its invoices, which the law keeps.
alter table companies drop constraint companies_status_check, drop constraint companies_suspended;
alter table companies
  add constraint companies_status_check check (status in ('active', 'suspended', 'pendingDeletion', 'deleting', 'deleted')),
  add constraint companies_suspended check ((status = 'active') = (suspended_reason is null));
drop index companies_suspended;
create index companies_not_active on companies (status, id) where status <> 'active';

create or replace function is_suspended(company uuid) returns boolean language sql stable as $$
  select exists (select from companies c where c.id = company and c.status <> 'active')
$$;

create table company_deletions (
  company_id uuid primary key references companies (id),
  requested_by uuid not null references users (id),
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  lease_until timestamptz,
  -- Rows that were removed so far.
  removed bigint not null default 0,
  ended_at timestamptz
);

-- Rows that else take no changes go with their company. Only the two functions below set it.
create or replace function usage_day_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('datacrane.deletion', true) = pg_current_xact_id()::text then return old; end if;
  if tg_op = 'UPDATE' and old.period is null and new.period is not null
    and (old.company_id, old.connector_id, old.day, old.part, old.delivered, old.uncharged)
      = (new.company_id, new.connector_id, new.day, new.part, new.delivered, new.uncharged) then
    return new;
  end if;
  raise exception 'usage_days takes no changes' using errcode = 'insufficient_privilege';
end $$;

create or replace function invoice_line_stays() returns trigger language plpgsql as $$
begin
  if current_setting('datacrane.deletion', true) = pg_current_xact_id()::text then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'INSERT' and exists (select from invoices where id = new.invoice_id and status = 'draft') then return new; end if;
  raise exception 'the lines of an invoice take no changes' using errcode = 'insufficient_privilege';
end $$;

-- Removes some rows of a company that is being deleted. @returns how many there were.
create function remove_rows_of_company(company uuid, rows_of regclass, most integer) returns bigint
language plpgsql security definer as $$
declare gone bigint;
begin
  if not exists (select from companies where id = company and status = 'deleting') then
    raise exception 'rows of a company that is not deleted would be removed';
  end if;
  perform set_config('datacrane.retention', pg_current_xact_id()::text, true);
  perform set_config('datacrane.deletion', pg_current_xact_id()::text, true);
  execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where company_id = $1 limit $2))', rows_of)
    using company, most;
  get diagnostics gone = row_count;
  perform set_config('datacrane.retention', '', true);
  perform set_config('datacrane.deletion', '', true);
  return gone;
end $$;

-- Takes out of the invoices of a company what the law does not ask for: cards, and the names of what was connected. Number, dates, amounts and
-- the name and address of the customer stay. A draft was never issued: it goes.
create function anonymize_invoices(company uuid) returns void
language plpgsql security definer as $$
begin
  if not exists (select from companies where id = company and status = 'deleting') then
    raise exception 'invoices of a company that is not deleted would be changed';
  end if;
  perform set_config('datacrane.deletion', pg_current_xact_id()::text, true);
  delete from invoice_lines l using invoices i where i.id = l.invoice_id and i.company_id = company and i.status = 'draft';
  delete from invoices where company_id = company and status = 'draft';
  update invoice_lines set description = case when connector_id is null then description else 'Delivered records' end,
    connector_id = null, source = '', destination = '' where company_id = company;
  update invoices set paid_by = payment_type, card = null, payment_id = null, failure = null, profile_id = null
    where company_id = company;
  perform set_config('datacrane.deletion', '', true);
end $$;
