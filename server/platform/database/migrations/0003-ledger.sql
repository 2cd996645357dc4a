-- The ledger by time, written once. Every table of it is partitioned by the run's id, a UUID of version 7, which begins with the milliseconds at which
-- the run was opened: what a retention period ends is a partition that is dropped. `partitions.ts` makes the weeks; the default ones catch the rest.

alter table runs
  -- The request that asked for the run: the same one again finds it.
  add column asked_as uuid,
  -- Records whose delivery has an unknown outcome and is not repeated (`faults.md` F23).
  add column records_unknown integer not null default 0,
  -- What has to be said at the end when nothing worse is.
  add column note text,
  -- How often it was taken over from a dead owner since it last came forward; the place in the run of the record that was being made when the last
  -- one died, and how often that was the same (F15).
  add column stalls integer not null default 0,
  add column suspect integer,
  add column suspect_hits integer not null default 0;
create unique index runs_asked_as on runs (company_id, asked_as);

alter table source_pages rename to source_pages_1;
alter table source_pages_1 drop constraint source_pages_pkey;
drop index source_pages_pending;
alter table attempts rename to attempts_1;
alter table attempts_1 drop constraint attempts_pkey;
alter table transactions rename to transactions_1;
alter table transactions_1 drop constraint transactions_pkey;
drop index transactions_connector;

-- One row per page that was read from a source: the outbox and the ledger's payload in one. `body` holds the exact bytes of the page's deliveries, one
-- after another, compressed with Zstandard; `outline` says where each record lies in it (`page-content.ts`). `identities` marks the records, 8 bytes each, so that one that comes
-- again in a later page is known (F18). `pending_records` counts what has no line in the ledger yet.
create table source_pages (
  company_id uuid not null,
  connector_id uuid not null,
  run_id uuid not null,
  version integer not null,
  number integer not null,
  first_position integer not null,
  record_count integer not null,
  pending_records integer not null,
  source_startpoint text not null,
  destination_endpoint text not null,
  fingerprint text not null,
  read_at timestamptz not null default now(),
  mapping_us integer not null default 0,
  outline text not null,
  body bytea not null,
  identities bytea,
  primary key (run_id, number)
) partition by range (run_id);
create table source_pages_rest partition of source_pages default;
create index source_pages_connector on source_pages (connector_id, run_id, number);
create index source_pages_pending on source_pages (run_id) where pending_records > 0;

-- The ledger: one row per record that has ended, written once and never changed; what waits stands in the outline of its page. `position` is the
-- record's place in the run, counted from 0; `delivery` the position of the first record of the delivery that carried it, null when none did.
-- Times are milliseconds from the reading of the page. `settlement` names the row that keeps the answer of a delivery that needed one attempt only;
-- otherwise `attempt` is the number of the attempt that ended the record, and `requests` how many carried it.
create type transaction_status as enum ('success', 'failure', 'skipped', 'unknown');
create table transactions (
  company_id uuid not null,
  run_id uuid not null,
  position integer not null,
  page integer not null,
  delivery integer,
  status transaction_status not null,
  took_ms integer not null,
  sending_ms integer,
  settlement bigint,
  attempt integer,
  requests integer,
  record_key text not null,
  error jsonb,
  primary key (run_id, position)
) partition by range (run_id);
create table transactions_rest partition of transactions default;
-- Rare, and what people look for.
create index transactions_unsuccessful on transactions (run_id, position) where status <> 'success';

-- Attempts of deliveries that needed more than one, or did not go well. `parts` are the deliveries that this attempt was divided into: lists of
-- positions of records; `not-sent` is a division without a request. `ends` says how the attempt ended its delivery, and is null while it is going to be
-- tried again; `begun` is written before a request that must not be made twice.
create table attempts (
  company_id uuid not null,
  run_id uuid not null,
  position integer not null,
  number integer not null,
  outcome text not null check (outcome in ('delivered', 'partial', 'refused', 'retry', 'too-large', 'unknown', 'not-sent')),
  ends text check (ends in ('begun', 'delivered', 'failed', 'divided', 'unknown')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  next_attempt_at timestamptz,
  parts json,
  answer jsonb,
  error jsonb,
  primary key (run_id, position, number)
) partition by range (run_id);
create table attempts_rest partition of attempts default;

-- Answers to deliveries that went well at once, those of one commit in one row: JSON, `{a: [answer, …], d: [[position, started, ended, which], …]}`.
create table settlements (
  company_id uuid not null,
  run_id uuid not null,
  id bigint not null,
  attempts text not null,
  primary key (run_id, id)
) partition by range (run_id);
create table settlements_rest partition of settlements default;

-- Bodies come compressed. The rest: several times quicker than PostgreSQL's own way; not every build has it. Partitions take it over from their table.
alter table source_pages alter column body set storage external;
alter table source_pages_rest alter column body set storage external;
do $$
begin
  alter table source_pages alter column outline set compression lz4;
  alter table source_pages_rest alter column outline set compression lz4;
  alter table settlements alter column attempts set compression lz4;
  alter table settlements_rest alter column attempts set compression lz4;
exception when feature_not_supported then null;
end $$;

insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records, source_startpoint,
  destination_endpoint, fingerprint, read_at, outline, body)
select p.company_id, p.connector_id, p.run_id, p.version, p.number, coalesce(least(t.first, d.first), 0), coalesce(t.records, 0) + p.pending_records,
  p.pending_records, p.source_startpoint, p.destination_endpoint, p.fingerprint, p.read_at, p.outline::text, convert_to(p.body, 'UTF8')
from source_pages_1 p
left join lateral (select min(position) as first, count(*) as records from transactions_1 t where t.run_id = p.run_id and t.source_page = p.number) t on true
left join lateral (select min((d ->> 0)::int) as first from json_array_elements(p.outline -> 'd') d) d on true;

insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, sending_ms, record_key, error)
select company_id, run_id, position, source_page, delivery, status::transaction_status,
  least(2147483647, extract(epoch from ended_at - started_at) * 1000)::int, sending_ms, record_key, error
from transactions_1;

insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at, next_attempt_at, answer, error)
select company_id, run_id, position, number, outcome, ends, started_at, ended_at, next_attempt_at, answer, error from attempts_1;

drop table transactions_1;
drop table attempts_1;
drop table source_pages_1;
