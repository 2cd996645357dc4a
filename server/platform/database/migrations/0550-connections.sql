-- Connections (decision 0128): the address and credentials of one system, used by many connectors. Keys hold the company.
create table connections (
  id uuid not null,
  company_id uuid not null references companies (id),
  name text not null,
  kind text not null,
  -- The form without its credentials: url or database, gateway, requests a second, the path of a test.
  place jsonb not null,
  -- Type and settings of the authentication. Secrets are sealed.
  auth jsonb not null,
  -- What the secret is bound to.
  origin text not null,
  -- Null: the owner has left the company.
  owner_id uuid references users (id),
  visibility text not null,
  state text not null,
  state_at timestamptz not null default now(),
  last_check jsonb,
  -- Times of the tests of the last hour.
  tests timestamptz[] not null default '{}',
  used_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index connections_name on connections (company_id, lower(name));

create table connection_people (
  company_id uuid not null,
  connection_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (company_id, connection_id, user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);

-- Which connections a configuration uses, and where.
create function connections_of(config jsonb) returns table (id text, role text) language sql immutable as $$
  select config -> 'source' -> 'auth' ->> 'id', 'source' where config -> 'source' -> 'auth' ->> 'type' = 'connection'
  union all
  select config -> 'destination' -> 'auth' ->> 'id', 'destination' where config -> 'destination' -> 'auth' ->> 'type' = 'connection'
  union all
  select e -> 'auth' ->> 'id', 'enrichment'
  from jsonb_array_elements(case jsonb_typeof(config -> 'enrichment') when 'array' then config -> 'enrichment' else '[]' end) e
  where e -> 'auth' ->> 'type' = 'connection'
  union all
  select o -> 'destination' -> 'auth' ->> 'id', 'destination'
  from jsonb_array_elements(
    case jsonb_typeof(config -> 'routes' -> 'others') when 'array' then config -> 'routes' -> 'others' else '[]' end) o
  where o -> 'destination' -> 'auth' ->> 'type' = 'connection'
$$;
