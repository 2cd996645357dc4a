-- What a claim looks at, however many runs there are: those that wait, by company and age, and those that an engine has. The owner stands in both
-- conditions and not the lease: a lease is made longer every few seconds, and a column that no index knows can be written without writing to any.
create index runs_waiting on runs (status, company_id, created_at) where status in ('queued', 'running') and owner is null;
create index runs_owned on runs (status, owner) where owner is not null;
