-- One sealed constant: a process opens this row before it joins, and does not start with another key. The first start writes the row.
create table installation_key (
  only_row boolean primary key default true check (only_row),
  key_id text not null,
  ciphertext text not null,
  created_at timestamptz not null default now()
);
