-- What a SAML response proved, on its way through the browser; and the assertions that were taken, until they are too old to be taken again.
alter table provider_visits drop constraint provider_visits_kind_check;
alter table provider_visits add constraint provider_visits_kind_check check (kind in ('state', 'ticket', 'assertion'));
create table sso_assertions (
  company_id uuid not null references companies (id),
  hash text not null,
  expires_at timestamptz not null,
  primary key (company_id, hash)
);
create index sso_assertions_over on sso_assertions (expires_at);
-- The key that signs requests of Datacrane to the provider of a company, sealed, and its certificate.
alter table sso_connections add column certificate text, add column key_id text, add column ciphertext text;
