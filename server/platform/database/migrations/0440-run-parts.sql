-- Parts of a run whose source was split: each has its own owner, epoch and checkpoint. Ledger, outbox and sums are the run's. The row of such a run
-- has the owner 'parts' without a lease until its last part has ended. Positions and page numbers of a part begin at `first_record` and `first_page`.
create table run_parts (
  company_id uuid not null references companies (id),
  run_id uuid not null references runs (id) on delete cascade,
  number integer not null check (number between 1 and 8),
  -- What it reads, for people.
  begins text,
  ends text,
  checkpoint jsonb not null,
  first_page integer not null,
  first_record integer not null,
  -- Counted on from the first ones.
  pages_read integer not null,
  records_read integer not null,
  owner text,
  -- Who moved it last; stays when it is given back.
  moved_by text,
  epoch integer not null default 0,
  lease_until timestamptz,
  waits_until timestamptz,
  -- Since when it waits for an engine.
  free_since timestamptz not null default now(),
  stalls integer not null default 0,
  suspect integer,
  suspect_count integer,
  suspected integer,
  suspected_count integer,
  suspect_hits integer not null default 0,
  left_out integer not null default 0,
  unmet_lines integer[],
  lines_since integer[],
  started_at timestamptz,
  ended_at timestamptz,
  error jsonb,
  primary key (run_id, number)
);
create index run_parts_open on run_parts (company_id, run_id) where ended_at is null;
create index run_parts_owned on run_parts (owner) where owner is not null;

create trigger run_parts_added_wake after insert on run_parts for each row execute function wake_engines('run');
create trigger run_parts_free_wake after update of owner on run_parts for each row
  when (new.owner is null and old.owner is not null and new.ended_at is null) execute function wake_engines('run');
-- A run in parts is resumed: its row stays with its parts.
create trigger runs_parts_wake after update of status on runs for each row
  when (new.owner = 'parts' and new.status = 'queued' and old.status is distinct from new.status) execute function wake_engines('run');
