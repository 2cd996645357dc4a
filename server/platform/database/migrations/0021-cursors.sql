-- A cursor belongs to what is read: system, table or query, cursor column. `reads` names that for a version, without passwords and sizes of pages;
-- null: not worked out yet (the engine does when it first needs it), empty: nothing that could have a cursor.
alter table connector_versions add column reads text;

-- Where a person has set the cursor of what is read; `resume` null: back to the beginning. The newest of these and of the runs counts.
create table cursor_choices (
  id uuid primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  reads text not null,
  resume jsonb,
  chosen_by uuid references users (id),
  chosen_at timestamptz not null default now()
);
create index cursor_choices_connector on cursor_choices (connector_id, reads, chosen_at desc);

-- Where a deployment that reads something else begins, as its author chose; null: from the beginning.
alter table deployments add column reading jsonb;

-- Records that a run read and could not send for no fault of theirs, as long as no later run has sent them.
alter table runs add column unsent integer not null default 0;
create index runs_unsent on runs (connector_id) where unsent > 0;

-- A record that a run sends for an earlier one, under the key that it had there.
create table carried_records (
  company_id uuid not null,
  run_id uuid not null,
  position integer not null,
  from_run uuid not null,
  from_position integer not null,
  primary key (run_id, position)
);
create index carried_records_from on carried_records (from_run, from_position);

-- A replay of everything that failed: of one run, or of a range. `counts` are the records of a plan by their standing, and `chosen` those that are sent;
-- null: they are few, and counted when somebody looks.
alter table replays add column of_run uuid, add column counts jsonb;
