-- Each attempt at a bulk action makes those before it void. Jobs have no lease of their own; the column goes one version later.
alter table bulk_jobs add column attempts integer not null default 0;
