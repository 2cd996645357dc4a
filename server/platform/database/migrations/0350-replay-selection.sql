-- `would_fail`: when it was planned, the version of the replay made the same of the record as what was refused, or could not make it.
-- `picked` is written at the start where a person selected records: 'left' for one that is not sent, otherwise the standing with which it was selected;
-- null where the choice of the replay decides.
alter table replay_lines add column would_fail boolean not null default false;
alter table replay_lines add column picked text;
