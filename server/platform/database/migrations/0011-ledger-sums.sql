-- Sums of the ledger by time, so that nobody has to count rows. Whoever writes lines of the ledger writes their sum beside them, in the same commit
-- (`ledger_deltas`); `ledger-sums.ts` adds those to the sums of minutes, quarters of an hour, hours and days, and removes them in one commit too. Sums
-- and deltas together are the ledger at every moment. A record counts at the minute in which its page was read, which is its start everywhere.
-- `took_ms` and `latencies` (`latencies.ts`) are of the records that were delivered: from the reading of their page to the destination's answer.
create table ledger_deltas (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  connector_id uuid not null,
  minute timestamptz not null,
  delivered integer not null,
  failed integer not null,
  skipped integer not null,
  unknown integer not null,
  took_ms bigint not null,
  -- Null where nothing was delivered.
  latencies integer[]
);

-- `width` is in minutes: 1, 15, 60, 1440. Days are those of UTC; every zone's day begins on a quarter of an hour.
create table connector_sums (
  company_id uuid not null,
  connector_id uuid not null,
  width smallint not null,
  at timestamptz not null,
  delivered bigint not null,
  failed bigint not null,
  skipped bigint not null,
  unknown bigint not null,
  took_ms bigint not null,
  latencies integer[],
  primary key (connector_id, width, at)
) with (fillfactor = 80);

-- The same of all connectors of a company.
create table company_sums (
  company_id uuid not null,
  width smallint not null,
  at timestamptz not null,
  delivered bigint not null,
  failed bigint not null,
  skipped bigint not null,
  unknown bigint not null,
  took_ms bigint not null,
  latencies integer[],
  primary key (company_id, width, at)
) with (fillfactor = 80);

-- What the ledger holds already.
insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms, latencies)
select company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms,
  case when delivered > 0 then (
    select array_agg((select count(*)::int from unnest(classes) as k where k = class) order by class) from generate_series(0, 41) as class) end
from (
  select t.company_id, p.connector_id, date_trunc('minute', p.read_at, 'UTC') as minute,
    count(*) filter (where t.status = 'success') as delivered, count(*) filter (where t.status = 'failure') as failed,
    count(*) filter (where t.status = 'skipped') as skipped, count(*) filter (where t.status = 'unknown') as unknown,
    coalesce(sum(t.took_ms) filter (where t.status = 'success'), 0) as took_ms,
    array_agg(case when t.took_ms < 1 then 0 else least(41, floor(2 * ln(t.took_ms::float8 * 10) / ln(2.0::float8) + 1e-9)::int) end)
      filter (where t.status = 'success') as classes
  from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
  group by 1, 2, 3) as of_minutes;
