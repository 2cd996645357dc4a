-- What a card provider calls our companies and the pages on which their cards are typed, and which of its events were taken.
create table payment_customers (
  company_id uuid not null references companies (id),
  provider text not null,
  provider_ref text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, provider)
);

create table payment_sessions (
  id uuid primary key,
  company_id uuid not null references companies (id),
  provider text not null,
  provider_ref text not null unique,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  created_at timestamptz not null default now()
);
create index payment_sessions_open on payment_sessions (company_id) where status = 'open';

-- A card that was told of twice is saved once. Cards of the sandbox have the same name as often as they are added.
create unique index payment_methods_ref on payment_methods (provider_ref) where provider like 'stripe%' and removed_at is null;

create table payment_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index payment_events_received on payment_events (received_at);
