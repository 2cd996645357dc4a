-- What an installation signs its pushes with: made once, when somebody subscribes first.
create table push_keys (
  id integer primary key check (id = 1),
  public_key text not null,
  private_key jsonb not null
);

-- Browsers that people are told things by.
create table push_subscriptions (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  -- Signing out ends it.
  session_id uuid not null references sessions (id) on delete cascade,
  -- Where it is sent to. Who knows it can wake the browser: it is no secret, but nobody's business.
  endpoint text not null unique,
  public_key text not null,
  auth jsonb not null,
  browser text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (company_id, user_id);
