-- What administrators are told about their identity provider, once.
alter table sso_connections
  -- The last first sign-in that was refused because the provider does not say that the email is verified; null: none since it was saved.
  add column unverified_at timestamptz,
  add column unverified_notice_at timestamptz,
  -- Fingerprints of certificates whose end was announced.
  add column announced_certificates text[] not null default '{}';
