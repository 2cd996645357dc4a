-- Two rules that one mapped field breaks ("must be a number", "must not be empty") are two causes: a person mends them differently. What people did
-- about the field goes to each of its rules. Of each connector the newest 100,000 lost lines are looked at.
with divided as (
  select distinct k.company_id, k.connector_id,
    md5(json_build_array('mapping/failed', null, coalesce(l.field, l.sentence))::text) as old_id,
    md5(json_build_array('mapping/failed', null, l.field, split_part(l.sentence, ', but', 1))::text) as new_id
  from (select distinct company_id, connector_id from causes) k
  cross join lateral (
    select distinct substring(cause ->> 'message' from '^"([^"]+)"') as field,
      regexp_replace(left(coalesce(cause ->> 'message', ''), 1000),
        '"[^"]*"|''[^'']*''|“[^”]*”|https?://\S+|[[:alnum:]_.+-]+@[[:alnum:]_.-]+|[[:alnum:]_-]*[0-9][[:alnum:]_.:-]*', '…', 'g') as sentence
    from (
      select coalesce(t.error, a.error) as cause
      from runs r
      join transactions t on t.run_id = r.id and t.company_id = r.company_id and t.status <> 'success' and t.status <> 'skipped'
      left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
      where r.company_id = k.company_id and r.connector_id = k.connector_id and r.records_failed + r.records_unknown > 0
      order by t.run_id desc, t.position desc limit 100000) as lost
    where cause ->> 'code' = 'mapping/failed') as l),
gone as (
  delete from causes c using (select distinct company_id, connector_id, old_id from divided) d
  where c.company_id = d.company_id and c.connector_id = d.connector_id and c.id = d.old_id
  returning c.company_id, c.connector_id, c.id, c.state, c.assignee_id, c.seen_at, c.changed_by, c.changed_at)
insert into causes (company_id, connector_id, id, state, assignee_id, seen_at, changed_by, changed_at)
select distinct on (g.company_id, g.connector_id, d.new_id) g.company_id, g.connector_id, d.new_id, g.state, g.assignee_id, g.seen_at, g.changed_by,
  g.changed_at
from gone g join divided d on d.company_id = g.company_id and d.connector_id = g.connector_id and d.old_id = g.id
order by g.company_id, g.connector_id, d.new_id, g.changed_at desc
on conflict do nothing;
