-- Signing in to other systems (decision 0136): apps, sign-ins that are open, and the tokens that came of them.
create table oauth_apps (
  id uuid primary key,
  -- Null: of the installation, for all companies.
  company_id uuid references companies (id),
  provider text not null,
  name text not null,
  client_id text not null,
  -- Sealed; null of a public client.
  client_secret jsonb,
  -- Addresses, scopes and how the client proves itself.
  settings jsonb not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index oauth_apps_company on oauth_apps (company_id);

create table oauth_attempts (
  -- Of the state that the provider sends back.
  state_hash text not null,
  company_id uuid not null,
  connection_id uuid not null,
  person_id uuid not null references users (id) on delete cascade,
  session_id text not null,
  -- The code verifier, and tokens of another account until somebody accepts it. Sealed.
  content jsonb not null,
  return_to text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, state_hash),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index oauth_attempts_person on oauth_attempts (person_id);
create index oauth_attempts_connection on oauth_attempts (company_id, connection_id);

create table connection_tokens (
  company_id uuid not null,
  connection_id uuid not null,
  -- The app and the origin that the tokens were given for. Others get none.
  bound text not null,
  access jsonb not null,
  refresh jsonb,
  -- When the access token ends; null: nobody said.
  expires_at timestamptz,
  -- When it is renewed, before its end.
  renews_at timestamptz,
  refreshed_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- Counts the pairs. Whoever renews one does so only for the generation that it read.
  generation integer not null default 1,
  refreshing_until timestamptz,
  -- Who renews it. Still there after `refreshing_until`: that process was stopped before it had stored the answer.
  refresher text,
  account_id text,
  account text,
  history jsonb not null default '[]',
  -- Whether people were told that the access ended.
  told_at timestamptz,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
