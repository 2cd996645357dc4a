-- A paid plan that a sign-up asked for and that has not started: it needs a card, the operator's approval or a price that somebody saw.
alter table companies add column requested_tier text check (requested_tier in ('Professional', 'Enterprise'));

-- The plan is had: nothing is asked for any more.
create function clear_requested_tier() returns trigger language plpgsql as $$
begin
  new.requested_tier := null;
  return new;
end $$;
create trigger companies_plan_had before update of product_tier on companies for each row
  when (old.product_tier is distinct from new.product_tier) execute function clear_requested_tier();

-- A sign-up that asked for a paid plan has a billing profile from the beginning, also while the plan has not started.
drop trigger companies_first_profile on companies;
create trigger companies_first_profile after insert on companies for each row
  when (new.payment_method_id is not null and (new.product_tier <> 'Basic' or new.requested_tier is not null)) execute function first_profile();

-- The free plan included ten times the records of Professional. A new installation starts with prices that rise with what they hold. An installation
-- that has companies keeps its prices until its operator sets others: runs of a company on the free plan would stop with the update.
insert into price_books (version, currency, plans) select 2, 'USD', '{
  "Basic": {"base": 0, "included": 10000, "perThousand": 0, "connectors": 100, "members": 100, "records": 10000},
  "Professional": {"base": 9900, "included": 100000, "perThousand": 20, "connectors": 500, "members": 250, "records": null},
  "Enterprise": {"base": 49900, "included": 2000000, "perThousand": 10, "connectors": null, "members": null, "records": null}}'
where not exists (select from companies) and (select max(version) from price_books) = 1;
