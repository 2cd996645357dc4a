-- The records that the owner of a run makes at this moment are `suspect_count` from the position `suspect` on; those of the last owner that died while
-- it made some are `suspected_count` from `suspected` on. `left_out` counts records that ended processes. A run that was broken off again and again
-- without progress is not taken over before `waits_until`.
alter table runs
  add column suspect_count integer,
  add column suspected_count integer,
  add column left_out integer not null default 0,
  add column waits_until timestamptz;
update runs set suspect_count = 1 where suspect is not null;
update runs set suspected_count = 1 where suspected is not null;
