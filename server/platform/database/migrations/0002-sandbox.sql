-- The sandbox stands for systems of other people, so nothing here belongs to a company.
create table sandbox_keys (
  system text not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  received_at timestamptz not null default now(),
  primary key (system, key)
);

create table sandbox_records (
  seq bigint generated always as identity primary key,
  system text not null,
  body text not null,
  received_at timestamptz not null default now()
);
create index sandbox_records_system on sandbox_records (system, seq);

-- How often a request with this key came, for the system that fails now and then.
create table sandbox_tries (
  system text not null,
  key text not null,
  tries integer not null default 1,
  primary key (system, key)
);
