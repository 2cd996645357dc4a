-- Recovery codes can be shown again to who proves themselves: a sealed copy beside the hash. Older rows have none.
alter table recovery_codes
  add column position smallint not null default 0,
  add column key_id text,
  add column ciphertext text;

-- What a person names an identity by when they disconnect it.
alter table identities add column id uuid not null default gen_random_uuid();
create unique index identities_id on identities (id);
