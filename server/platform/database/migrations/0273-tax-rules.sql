-- The taxes of the operator by country. A rule is added and never changed; without a name it ends the tax of its country.
create table tax_rules (
  id uuid primary key,
  number bigint generated always as identity,
  country text not null,
  name text not null,
  rate integer not null check (rate between 0 and 10000),
  reverse_charge boolean not null,
  valid_from date not null,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  check (name <> '' or (rate = 0 and not reverse_charge))
);
create trigger tax_rules_stay before update or delete on tax_rules for each row execute function refuse_change();

-- Name, rate and reason of the tax that an invoice was made with; null where it has none, and of invoices of earlier versions.
alter table invoices add column tax jsonb;

create or replace function invoice_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or new.status = 'draft'
    or (old.id, old.company_id, old.kind, old.number, old.period, old.period_end, old.invoice_date, old.due_at, old.currency, old.total,
        old.book_version, old.company_name, old.bill_name, old.address, old.is_test, old.credits, old.country, old.vat_number, old.tax)
      is distinct from (new.id, new.company_id, new.kind, new.number, new.period, new.period_end, new.invoice_date, new.due_at, new.currency, new.total,
        new.book_version, new.company_name, new.bill_name, new.address, new.is_test, new.credits, new.country, new.vat_number, new.tax) then
    raise exception 'an open invoice takes no changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
