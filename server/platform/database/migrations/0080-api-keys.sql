-- Keys with which programs call. The key itself is kept nowhere.
create table api_keys (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- Who created it: it may never do more than this person.
  owner_id uuid not null references users (id),
  name text not null,
  description text not null,
  -- The first characters, to recognize it by.
  prefix text not null,
  -- SHA-256 of the whole key: 256 random bits need no slower one.
  hash bytea not null unique,
  previous_hash bytea unique,
  previous_until timestamptz,
  enabled boolean not null,
  expires_at timestamptz,
  scopes text[] not null,
  rates jsonb not null,
  addresses jsonb not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_used_from text
);
create index api_keys_company on api_keys (company_id, created_at desc);

-- Calls of the current minute, hour and day. Counters only, without a log: a crash of the database sets them to 0, and a call costs no write to disk.
create unlogged table api_key_calls (
  key_id uuid primary key references api_keys (id) on delete cascade,
  minute_at timestamptz not null,
  minute_calls integer not null,
  hour_at timestamptz not null,
  hour_calls integer not null,
  day_at timestamptz not null,
  day_calls integer not null
);
