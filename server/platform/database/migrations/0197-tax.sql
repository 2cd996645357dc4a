-- The tax on the invoices of a company, as its operator sets it: a name and hundredths of a per cent. Invoices that are open keep what they say.
alter table companies
  add column tax_name text not null default '',
  add column tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  add constraint companies_tax check ((tax_rate = 0) or tax_name <> '');

-- A sign-up that chose how to pay has a billing profile from the beginning: the company's, by bank transfer until a card is added.
create function first_profile() returns trigger language plpgsql as $$
begin
  insert into billing_profiles (id, company_id, name, receive_invoices, country, address, method_id, is_primary)
  values (gen_random_uuid(), new.id, left(new.name, 100), true, 'USA', '', null, true);
  return null;
end $$;
create trigger companies_first_profile after insert on companies for each row
  when (new.payment_method_id is not null and new.product_tier <> 'Basic') execute function first_profile();
