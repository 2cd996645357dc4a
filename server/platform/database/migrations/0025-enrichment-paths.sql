-- Drafts in which the path of an enrichment's field has its target path twice (`extra.extra.id`), as the mapping step once saved it, get
-- the path that a run reads (`extra.id`). Only where the enrichment's own test found the short path and not the long one: a record may
-- really have both. Versions are never changed.
with doubled as (
  select c.id as connector_id, line.at, substr(line.value ->> 'sourcePath', length(target.path) + 2) as path
  from connectors c
  cross join lateral jsonb_array_elements(c.draft -> 'dataMapping') with ordinality as line (value, at)
  cross join lateral jsonb_array_elements(c.draft -> 'enrichment') as item (value)
  cross join lateral (select item.value -> 'lookup' ->> 'targetPath' as path) as target
  join draft_shapes s on s.connector_id = c.id and s.side = 'enrichment' and s.lookup_id = item.value ->> 'id'
  where starts_with(line.value ->> 'sourcePath', target.path || '.' || target.path)
    and exists (
      select 1 from json_array_elements(s.shape -> 'fields') as field (value)
      where field.value ->> 'path' = substr(line.value ->> 'sourcePath', length(target.path) + 2))
    and not exists (
      select 1 from json_array_elements(s.shape -> 'fields') as field (value)
      where field.value ->> 'path' = line.value ->> 'sourcePath')
), mended as (
  select c.id, jsonb_agg(
    case when doubled.path is null then line.value
      else line.value || jsonb_build_object('sourcePath', doubled.path, 'source',
        case when line.value ->> 'source' = line.value ->> 'sourcePath' then doubled.path else line.value ->> 'source' end)
    end order by line.at) as lines
  from connectors c
  cross join lateral jsonb_array_elements(c.draft -> 'dataMapping') with ordinality as line (value, at)
  left join doubled on doubled.connector_id = c.id and doubled.at = line.at
  where c.id in (select connector_id from doubled)
  group by c.id
)
update connectors set draft = jsonb_set(connectors.draft, '{dataMapping}', mended.lines)
from mended where mended.id = connectors.id;
