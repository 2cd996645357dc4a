-- What is charged: prices, plans over time, and delivered records by connector and UTC day.

-- Versions of the price book; the newest one is in force. Amounts are minor units.
create table price_books (
  version integer primary key,
  currency text not null,
  plans jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid references users (id)
);
create trigger price_books_stay before update or delete on price_books for each row execute function refuse_change();
insert into price_books (version, currency, plans) values (1, 'USD', '{
  "Basic": {"base": 0, "included": 1000000, "perThousand": 0, "connectors": 100, "members": 100, "records": 1000000},
  "Professional": {"base": 9900, "included": 100000, "perThousand": 20, "connectors": 500, "members": 250, "records": null},
  "Enterprise": {"base": 49900, "included": 2000000, "perThousand": 10, "connectors": null, "members": null, "records": null}}');

-- Every plan that a company had, with its begin. Whoever sets the plan leaves a row.
create table plan_changes (
  id bigint generated always as identity primary key,
  company_id uuid not null references companies (id),
  plan text not null,
  at timestamptz not null default now()
);
create index plan_changes_company on plan_changes (company_id, at, id);
insert into plan_changes (company_id, plan, at) select id, product_tier, created_at from companies;

create function keep_plan_change() returns trigger language plpgsql as $$
begin
  insert into plan_changes (company_id, plan, at) values (new.id, new.product_tier, case when tg_op = 'INSERT' then new.created_at else now() end);
  return null;
end $$;
create trigger companies_plan_first after insert on companies for each row execute function keep_plan_change();
create trigger companies_plan_changed after update of product_tier on companies for each row
  when (old.product_tier is distinct from new.product_tier) execute function keep_plan_change();

-- Records of one connector and UTC day, written three days after the day is over and never changed. What settles later is a further part, with the
-- difference. `uncharged` were delivered by replays of records that had failed. `period` is the month on whose invoice it stands.
create table usage_days (
  company_id uuid not null,
  connector_id uuid not null,
  day date not null,
  part integer not null,
  delivered bigint not null,
  uncharged bigint not null,
  frozen_at timestamptz not null default now(),
  period date,
  primary key (connector_id, day, part)
);
create index usage_days_company on usage_days (company_id, day);
create index usage_days_unbilled on usage_days (company_id) where period is null;

create function usage_day_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.period is null and new.period is not null
    and (old.company_id, old.connector_id, old.day, old.part, old.delivered, old.uncharged)
      = (new.company_id, new.connector_id, new.day, new.part, new.delivered, new.uncharged) then
    return new;
  end if;
  raise exception 'usage_days takes no changes' using errcode = 'insufficient_privilege';
end $$;
create trigger usage_days_stay before update or delete on usage_days for each row execute function usage_day_stays();
