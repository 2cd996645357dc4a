-- Wrong passwords one after another, by account and by where they come from: guesses slow down in every process, and after a restart too.
create table sign_in_tries (
  -- SHA-256 of the e-mail that was typed, whether it is somebody's or not.
  account text not null,
  -- A network address that the account was signed in to from before; '' is all others together.
  source text not null,
  failures integer not null,
  last_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (account, source)
);

-- From where somebody signed in lately.
create index login_audit_successes on login_audit (user_id, at desc) include (company_id, ip_address) where success;
