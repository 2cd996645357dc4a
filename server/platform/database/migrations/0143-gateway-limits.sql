-- Calls by all API keys of a company in the current minute and hour. Counters only, without a log, as those of the keys.
create unlogged table company_key_calls (
  company_id uuid primary key references companies (id) on delete cascade,
  minute_at timestamptz not null,
  minute_calls integer not null,
  hour_at timestamptz not null,
  hour_calls integer not null
);
