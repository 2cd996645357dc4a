-- How many of the pages of a run hold what was counted as a page before: parts of a page, pages that were asked for again, records of earlier runs.
alter table runs add column pages_again integer not null default 0;
