-- What holds up a run that is open, and does not fail by that: a rate limit of one of its systems.
alter table runs add column waits_for text check (waits_for in ('limit'));

-- What each process knows about the rate limits of hosts, so that the processes keep one limit of a company together. A row is written about once a
-- second at most, while its process sends to a host that limits requests. `rate` (requests a second) and `room` (requests at once) are of all
-- processes together.
create table host_paces (
  company_id uuid not null references companies (id),
  host text not null,
  owner text not null,
  rate real,
  room real,
  quiet_until timestamptz not null,
  changed_at timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (company_id, host, owner)
);
create index host_paces_seen on host_paces (seen_at);
