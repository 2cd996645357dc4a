-- What a company used of AI providers a day (UTC), and how its provider did last.
create table ai_usage (
  company_id uuid not null references companies (id),
  day date not null,
  calls int not null default 0,
  tokens bigint not null default 0,
  tests int not null default 0,
  primary key (company_id, day)
);
create table ai_last (
  company_id uuid primary key references companies (id),
  at timestamptz not null default now(),
  provider text not null,
  is_ok boolean not null,
  said text not null
);
