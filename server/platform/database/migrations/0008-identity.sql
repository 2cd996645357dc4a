-- Who people are: second factors, links that are sent, invitations, identities of providers, the audit of sign-ins, and what is sent to people.

alter table companies
  add column product_tier text not null default 'Basic' check (product_tier in ('Basic', 'Professional', 'Enterprise')),
  add column payment_method_id text,
  -- Null: no maintenance.
  add column maintenance_message text,
  -- Limits of sessions; null: none but the fourteen days of a refresh token.
  add column session_idle_minutes integer check (session_idle_minutes > 0),
  add column session_max_minutes integer check (session_max_minutes > 0),
  -- Whether a person has one session at a time: the newest.
  add column session_single boolean not null default false;

alter table users
  add column phone text,
  add column phone_verified boolean not null default false,
  add column password_changed_at timestamptz;

-- What the browser said of itself, in words, and the provider that the session came from (its id in the configuration).
-- `role` is the person's when it began: with another role it is over. Null: it began before this was kept.
alter table sessions
  add column device text,
  add column browser text,
  add column provider text,
  add column role text;
create index sessions_newest on sessions (user_id, created_at desc, id desc);

-- Links that are sent to people, by the hash of their token; each is good for one use.
create table one_time_tokens (
  hash text primary key,
  kind text not null check (kind in ('confirm', 'reset')),
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id, kind) where used_at is null;

create table invitations (
  id uuid primary key,
  company_id uuid not null references companies (id),
  email text not null,
  role text not null check (role in ('ADMIN', 'USER')),
  token_hash text not null unique,
  status text not null check (status in ('open', 'accepted', 'revoked', 'expired', 'replaced')),
  status_since timestamptz not null default now(),
  invited_by uuid not null references users (id),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index invitations_one_open on invitations (company_id, lower(email)) where status = 'open';

-- Who somebody is to a provider (OpenID Connect Core 1.0, section 2: issuer and subject together name one person).
create table identities (
  issuer text not null,
  subject text not null,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  provider text not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- People who are at a provider right now (`state`), and proved identities that wait to be connected to an account (`ticket`). By hash.
create table provider_visits (
  hash text primary key,
  kind text not null check (kind in ('state', 'ticket')),
  provider text not null,
  -- Of a state: verifier and nonce; of a ticket: issuer, subject, e-mail. Encrypted.
  key_id text not null,
  ciphertext text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- One second factor a person. `enabled_at` is null until its first code was right. The secret of an authenticator is encrypted.
create table mfa_factors (
  user_id uuid primary key references users (id),
  company_id uuid not null references companies (id),
  method text not null check (method in ('app', 'sms', 'email')),
  key_id text,
  ciphertext text,
  -- The newest 30-second step whose code was taken: a code is good once (RFC 6238, section 5.2).
  last_step bigint not null default 0,
  enabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users (id),
  company_id uuid not null references companies (id),
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- `tries` is counted before a code is compared. `code_hash` is null for an authenticator.
create table mfa_challenges (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  purpose text not null check (purpose in ('sign-in', 'enable', 'phone', 'prove')),
  method text not null check (method in ('app', 'sms', 'email')),
  target text,
  code_hash text,
  tries integer not null default 0,
  status text not null default 'open' check (status in ('open', 'passed', 'closed', 'expired')),
  status_since timestamptz not null default now(),
  -- The provider that the password was replaced by; null when it was the password.
  provider text,
  sent_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mfa_challenges_user on mfa_challenges (user_id, purpose, created_at desc);

-- Wrong codes of an account over all its factors and challenges, one after another: a right one or a quarter of an hour without any ends the count.
create table mfa_locks (
  user_id uuid primary key references users (id),
  company_id uuid not null references companies (id),
  failures integer not null default 0,
  last_failure_at timestamptz not null default now(),
  -- How often it was locked in a row: each lock is longer than the one before.
  locks integer not null default 0,
  locked_until timestamptz
);

-- Insert only. Each row carries the hash of the one before it in its company, so that one that is gone or changed is noticed.
create table login_audit (
  id bigint generated always as identity primary key,
  -- Null: an e-mail that is nobody's.
  company_id uuid,
  user_id uuid,
  email text not null,
  success boolean not null,
  failure_reason text,
  at timestamptz not null default clock_timestamp(),
  ip_address text not null,
  user_agent text,
  device text,
  browser text,
  previous_hash text not null,
  hash text not null
);
create index login_audit_company on login_audit (company_id, at desc, id desc);
create index login_audit_user on login_audit (user_id, at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% takes no changes', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger login_audit_stays before update or delete or truncate on login_audit for each statement execute function refuse_change();

-- The end of each chain, without which rows could go at its end unnoticed. `chain` is a company, or the nil id for e-mails that are nobody's.
create table login_audit_heads (
  chain uuid primary key,
  hash text not null,
  length bigint not null
);

-- What is sent to people. The text of what was sent is forgotten: it may hold a link that is as good as a password.
create table messages (
  id uuid primary key,
  company_id uuid references companies (id),
  channel text not null check (channel in ('email', 'sms', 'push', 'whatsapp')),
  recipient text not null,
  subject text not null,
  body text not null,
  status text not null check (status in ('kept', 'queued', 'sent', 'failed')),
  status_since timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  error text,
  created_at timestamptz not null default now()
);
create index messages_recipient on messages (lower(recipient), created_at desc);
create index messages_newest on messages (created_at desc, id desc);
create index messages_due on messages (next_attempt_at) where status = 'queued';
