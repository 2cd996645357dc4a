-- A bill is made with the prices that its company agreed to: those of its beginning, until an administrator accepts newer ones. Versions are never
-- removed, so there is no foreign key (books name the person who set them, and people belong to companies).
alter table companies add column price_version integer;
update companies set price_version = (select max(version) from price_books);
alter table companies alter column price_version set not null;

-- Each acceptance with the version before it: a month that is over is billed by what was agreed at its end.
create table price_agreements (
  company_id uuid not null references companies (id),
  version integer not null,
  before integer not null,
  at timestamptz not null default now(),
  primary key (company_id, version)
);

-- Since when a dearer plan waits for the operator; of a sign-up, since the company exists.
alter table companies add column requested_at timestamptz;

create function first_prices() returns trigger language plpgsql as $$
begin
  new.price_version := coalesce(new.price_version, (select max(version) from price_books));
  return new;
end $$;
create trigger companies_first_prices before insert on companies for each row execute function first_prices();
