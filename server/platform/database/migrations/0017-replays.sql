-- Replays: a plan, and from its start on a run of the trigger `replay`. `given` are the records of a person, a JSON array in UTF-8; null where they are
-- those of the ledger. `found` counts what fits the question beyond what the plan holds.
create table replays (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  version integer not null,
  source text not null check (source in ('live', 'sample', 'custom')),
  delay_ms integer not null,
  from_at timestamptz,
  to_at timestamptz,
  found integer not null,
  given bytea,
  planned_by uuid references users (id),
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  include jsonb,
  run_id uuid
);
create index replays_connector on replays (connector_id, created_at desc);
create unique index replays_run on replays (run_id);

-- One row per record of a plan. `run_id` and `position` name it in the ledger, `root_run` and `root_position` the record that it and its earlier replays
-- go back to: null for records of a person. `standing` and `place`, the position in the replay's run, are there from the start on; a line without a
-- place is left out.
create table replay_lines (
  company_id uuid not null,
  replay_id uuid not null references replays (id) on delete cascade,
  number integer not null,
  run_id uuid,
  position integer,
  root_run uuid,
  root_position integer,
  record_key text not null,
  standing text,
  place integer,
  primary key (replay_id, number)
);
create unique index replay_lines_place on replay_lines (replay_id, place);
create index replay_lines_record on replay_lines (run_id, position);
create index replay_lines_root on replay_lines (root_run, root_position);

-- A replay runs beside the connector's own run: there is one of each at most.
drop index runs_one_open;
create unique index runs_one_open on runs (connector_id, (trigger = 'replay')) where status in ('queued', 'running', 'paused');
