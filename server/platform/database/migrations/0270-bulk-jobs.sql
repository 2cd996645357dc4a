-- Actions on many are the same for customers and connectors.
alter table customer_jobs rename to bulk_jobs;
alter table customer_job_items rename to bulk_job_items;
alter index customer_job_items_open rename to bulk_job_items_open;
alter table bulk_jobs rename column operator_id to user_id;
alter table bulk_jobs add column kind text not null default 'customers' check (kind in ('customers', 'connectors'));
-- In one lane one runs at a time: of the installation, or of one person.
alter table bulk_jobs add column lane text not null default 'customers';
alter table bulk_jobs alter column kind drop default;
alter table bulk_jobs alter column lane drop default;
drop index customer_jobs_one_running;
create unique index bulk_jobs_one_running on bulk_jobs (lane) where status = 'running';
create index bulk_jobs_newest on bulk_jobs (lane, created_at desc, id desc);
