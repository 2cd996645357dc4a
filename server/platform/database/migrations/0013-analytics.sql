-- Where a configuration reaches to: the origins whose `/sandbox/` it asks, each once, and an empty text for every other address. A connector whose
-- only origin is the product's own moves nothing but its sandbox. The source of a webhook is not asked.
create function sandboxes_of(config jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct coalesce(
    case when asked.kind = 'http' and asked.address !~ '\.\.|%2[eE]' then substring(asked.address from '^(https?://[^/?#@\\]+)/sandbox/') end, '')), '{}')
  from (
    select config -> 'source' as side where config #>> '{trigger,type}' is distinct from 'webhook'
    union all select config -> 'destination'
    union all select jsonb_array_elements(case when jsonb_typeof(config -> 'enrichment') = 'array' then config -> 'enrichment' else '[]' end)
  ) as sides
  cross join lateral (
    select side ->> 'type' as kind, side ->> 'url' as address
    union all select 'http', side #>> '{auth,tokenUrl}' where side #>> '{auth,type}' = 'oauth2ClientCredentials'
  ) as asked
$$;
alter table connectors add column sandboxes text[] generated always as (sandboxes_of(draft)) stored;
alter table connector_versions add column sandboxes text[] generated always as (sandboxes_of(config)) stored;

-- Who sees a connector and where it reaches, without opening its draft.
create index connectors_reach on connectors (company_id, owner_id, id) include (live_version, sandboxes, deleted_at);
create index connector_versions_reach on connector_versions (connector_id, number) include (sandboxes);

-- A time of a connector's ledger: only its pages are looked at.
create index source_pages_read on source_pages (connector_id, read_at) include (run_id, number, record_count);

-- The same sums of all connectors of a person. A connector keeps its owner: what gives it another one must move its sums as well.
create table owner_sums (
  company_id uuid not null,
  owner_id uuid not null,
  width smallint not null,
  at timestamptz not null,
  delivered bigint not null,
  failed bigint not null,
  skipped bigint not null,
  unknown bigint not null,
  took_ms bigint not null,
  latencies integer[],
  primary key (owner_id, width, at)
) with (fillfactor = 80);
with timed as (
  select owner_id, width, at, array_agg(n order by class) as latencies from (
    select c.owner_id, s.width, s.at, class, sum(n)::int as n
    from connector_sums s join connectors c on c.id = s.connector_id cross join unnest(s.latencies) with ordinality as u(n, class) group by 1, 2, 3, 4
  ) as classes group by 1, 2, 3)
insert into owner_sums
select c.company_id, c.owner_id, s.width, s.at, sum(delivered), sum(failed), sum(skipped), sum(unknown), sum(took_ms), min(timed.latencies)
from connector_sums s join connectors c on c.id = s.connector_id
left join timed on timed.owner_id = c.owner_id and timed.width = s.width and timed.at = s.at
group by 1, 2, 3, 4;

-- Old sums are found by their time.
create index owner_sums_at on owner_sums using brin (at);
create index connector_sums_at on connector_sums using brin (at);
create index company_sums_at on company_sums using brin (at);
