-- Records that are not sent again, because the same version of them was delivered (decision 0051). They have no line in the ledger: nothing happened
-- to them. A page counts those that it left out, and a run those of its pages.
alter table runs add column records_unchanged integer not null default 0;
alter table source_pages add column unchanged_records integer not null default 0;

-- Which record of which run took a version up last: its line in the ledger says what became of it. `is_delivered` is set once that line said so, because
-- the ledger is not kept for ever.
alter table record_versions
  add column run_id uuid,
  add column position integer,
  add column is_delivered boolean not null default false;

-- Versions that were deployed before keep what they did. 1: settings that are left open have the defaults of decision 0051.
alter table connector_versions add column defaults smallint not null default 0;
alter table connector_versions alter column defaults set default 1;
