-- Outbound gateways of a company (decision X8), and the private hosts that its connectors may reach (X9).
create table company_gateways (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  provider text not null,
  endpoint_url text not null,
  username text not null,
  -- Sealed.
  secret jsonb not null,
  enabled boolean not null,
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index company_gateways_company on company_gateways (company_id, created_at desc);

-- How a gateway does; apart, because it changes all the time and what processes keep of gateways must not.
create table company_gateway_use (
  gateway_id uuid primary key references company_gateways (id) on delete cascade,
  used_at timestamptz,
  failed_at timestamptz,
  failure text,
  -- The newest test, and of which revision it was.
  test jsonb,
  tested_revision integer,
  tests timestamptz[] not null default '{}'
);

create table private_endpoints (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  service_type text not null,
  endpoint_url text not null,
  -- What is compared: as `host-port.ts` reads the address.
  host text not null,
  port integer not null check (port between 1 and 65535),
  region text not null,
  gateway_id uuid references company_gateways (id),
  enabled boolean not null,
  status text not null default 'asked' check (status in ('asked', 'approved', 'refused', 'withdrawn')),
  reason text,
  networks text[] not null default '{}',
  revision integer not null default 1,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  unique nulls not distinct (company_id, host, port, gateway_id)
);
create index private_endpoints_waiting on private_endpoints (asked_at) where status = 'asked';
create index private_endpoints_gateway on private_endpoints (gateway_id);

-- One number for all of it: processes keep what they read until it changes.
create table network_revision (only_one boolean primary key default true check (only_one), revision bigint not null default 0);
insert into network_revision default values;

create function network_changed() returns trigger language plpgsql as $$
begin
  update network_revision set revision = revision + 1;
  return null;
end $$;
create trigger company_gateways_network after insert or update or delete on company_gateways
  for each statement execute function network_changed();
create trigger private_endpoints_network after insert or update or delete on private_endpoints
  for each statement execute function network_changed();
create trigger company_settings_network_new after insert on company_settings for each row
  when (new.section = 'networkConnectivity') execute function network_changed();
create trigger company_settings_network after update on company_settings for each row
  when (new.section = 'networkConnectivity' and new.value is distinct from old.value) execute function network_changed();
