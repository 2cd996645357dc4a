-- Groups of a run that makes one record out of several (decision 0121). They are written with the page that was read, in one commit with the checkpoint,
-- and removed when the run has ended.
create table run_groups (
  company_id uuid not null references companies (id),
  run_id uuid not null references runs (id) on delete cascade,
  -- Of the values at its keys.
  mark text not null,
  -- In the order in which groups were first met.
  position integer not null,
  -- JSON; sealed where the connector keeps no payloads.
  state text not null,
  primary key (company_id, run_id, mark)
) with (fillfactor = 80);
create unique index run_groups_position on run_groups (company_id, run_id, position);

-- Pages that such a run has read: that a page comes again, and which records it held already.
create table run_group_pages (
  company_id uuid not null references companies (id),
  run_id uuid not null references runs (id) on delete cascade,
  number integer not null,
  startpoint text not null,
  fingerprint text not null,
  identities bytea,
  primary key (company_id, run_id, number)
);
