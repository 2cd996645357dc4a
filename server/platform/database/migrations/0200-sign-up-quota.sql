-- How many companies may sign up a day, and whether the sandbox is open; null: as many as come.
alter table installation
  add column sign_ups_a_day integer check (sign_ups_a_day >= 0),
  add column sandbox boolean not null default true;
create index companies_created on companies (created_at);
