-- Passkeys of people: public keys only, there is no secret here.
create table passkeys (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of the last signature. Devices that do not count stay at 0.
  counter bigint not null,
  name text not null,
  transports text[] not null default '{}',
  -- Whether its maker keeps it in an account, so that it is on several devices.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- What a device is asked to sign, once. Nobody is named by a sign-in: who signs is known by the passkey.
create table passkey_challenges (
  id uuid primary key,
  company_id uuid references companies (id),
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'sign-in', 'second')),
  -- The challenge of the sign-in whose second factor it is.
  mfa_challenge_id uuid references mfa_challenges (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
