-- Databases in which 0140 and 0198 were applied with settings attached to their functions, which only a superuser may do: the same functions as
-- those files create now, so that the role that owns the database can restore a backup of it. Each removal writes the number of its transaction into
-- a setting, which the guards compare with their own, and empties the setting before it returns: no other statement finds the guard open.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('datacrane.retention', true) = pg_current_xact_id()::text then return null; end if;
  raise exception '% takes no changes', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace function remove_sign_ins(company uuid, upto bigint, due_before timestamptz) returns bigint
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

create or replace function remove_changes(company uuid, upto bigint, due_before timestamptz) returns bigint
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
create or replace function remove_rows_of_company(company uuid, rows_of regclass, most integer) returns bigint
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
create or replace function anonymize_invoices(company uuid) returns void
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
