-- The country of a billing profile as its code, and its VAT number. Both are kept on the invoices made out to it.
alter table billing_profiles
  alter column country drop not null,
  add column vat_number text not null default '';
-- A sign-up got the USA without anybody choosing it.
update billing_profiles set country = case
  when country = 'USA' and address = '' and revision = 1 then null
  when country = 'USA' then 'US'
  when country = 'Canada' then 'CA'
  when country = 'UK' then 'GB'
  when country = 'Australia' then 'AU'
  when country = 'Germany' then 'DE'
  when country = 'France' then 'FR'
end;

create or replace function first_profile() returns trigger language plpgsql as $$
begin
  insert into billing_profiles (id, company_id, name, receive_invoices, country, address, method_id, is_primary)
  values (gen_random_uuid(), new.id, left(new.name, 100), true, null, '', null, true);
  return null;
end $$;

-- Invoices that were issued before have the country in their address.
alter table invoices
  add column country text,
  add column vat_number text not null default '';

create or replace function invoice_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or new.status = 'draft'
    or (old.id, old.company_id, old.kind, old.number, old.period, old.period_end, old.invoice_date, old.due_at, old.currency, old.total,
        old.book_version, old.company_name, old.bill_name, old.address, old.is_test, old.credits, old.country, old.vat_number)
      is distinct from (new.id, new.company_id, new.kind, new.number, new.period, new.period_end, new.invoice_date, new.due_at, new.currency, new.total,
        new.book_version, new.company_name, new.bill_name, new.address, new.is_test, new.credits, new.country, new.vat_number) then
    raise exception 'an open invoice takes no changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
