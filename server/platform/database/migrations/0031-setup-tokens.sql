-- What whoever started the program may set it up with, once: as hashes, one for each start, until somebody is there.
create table setup_tokens (
  hash text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
