-- What a list of connectors is searched by: its name and the addresses that it shows (`contract/address.ts`), in lower case, a line each. The
-- database makes it of the row itself, so it is never behind.
create function address_of(side jsonb) returns text language sql immutable parallel safe as $$
  select case side ->> 'type'
    when 'http' then side ->> 'url'
    when 'database' then concat_ws(' ', side #>> '{databaseConfig,engine}',
      (side #>> '{databaseConfig,host}') || coalesce(':' || (side #>> '{databaseConfig,port}'), '') || '/' || (side #>> '{databaseConfig,database}'),
      coalesce(side #>> '{databaseConfig,table}', 'query'))
    when 'azure' then rtrim(side #>> '{azureConfig,endpoint}', '/') || '/' || (side #>> '{azureConfig,container}') || '/'
      || coalesce(side #>> '{azureConfig,prefix}', '')
  end
$$;

alter table connectors add column sought text generated always as (
  lower(name) || E'\n' || lower(coalesce(case when draft #>> '{trigger,type}' is distinct from 'webhook' then address_of(draft -> 'source') end, ''))
    || E'\n' || lower(coalesce(address_of(draft -> 'destination'), ''))) stored;

-- The last hours of a company's connectors, to sort these by what they moved.
create index connector_sums_hours on connector_sums (company_id, at) where width = 60;
