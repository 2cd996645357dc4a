-- A client secret of OAuth opens the API as well as the token endpoint. It is bound to both from now on: the origin of the token endpoint, a blank,
-- the origin of the API, as the oldest version that refers to the secret has it (the draft when there is none). What refers to none stays bound to what it was, and is asked for again.
with used as (
  select connector_id, config, number as newest from connector_versions
  union all
  select id, draft, 2147483647 from connectors),
sides as (
  select connector_id, newest, config -> 'source' as side from used
  union all select connector_id, newest, config -> 'destination' from used
  union all select connector_id, newest, jsonb_array_elements(case jsonb_typeof(config -> 'enrichment') when 'array' then config -> 'enrichment' else '[]' end) from used),
bound as (
  select distinct on (side #>> '{auth,clientSecret,secretId}')
    side #>> '{auth,clientSecret,secretId}' as secret_id, connector_id,
    regexp_replace(regexp_replace(lower(substring(side ->> 'url' from '^\s*(https?://[^/?#\\]+)')), '^(https://.*):443$|^(http://.*):80$', '\1\2'), '//[^/@]*@', '//') as origin
  from sides
  where side #>> '{auth,type}' = 'oauth2ClientCredentials' and side #>> '{auth,clientSecret,secretId}' is not null
  order by side #>> '{auth,clientSecret,secretId}', newest)
update connector_secrets s set origin = s.origin || ' ' || bound.origin
from bound where s.id::text = bound.secret_id and s.connector_id = bound.connector_id and bound.origin is not null and s.origin not like '% %';
