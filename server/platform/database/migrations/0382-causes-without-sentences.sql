-- The name of a cause no longer has the sentence that the product says of it, where a reason, a field or the code tells causes apart: a reworded
-- sentence began a new group, and what people did about the cause was lost. What they did before goes to the new name; of two, the newest.
-- Of each connector the newest 100,000 lost lines are looked at.
with moved as (
select distinct on (company_id, connector_id, new_id) company_id, connector_id, old_id, new_id from (
  select distinct c.company_id, c.connector_id, c.id as old_id, c.changed_at,
    md5((case when l.reason is not null then json_build_array(l.code, l.answer_status, null, l.reason)
      when l.code in ('record/too-large', 'record/poison', 'record/repeated', 'record/unclear', 'mapping/empty', 'destination/cut-off',
        'destination/divided') then json_build_array(l.code, l.answer_status)
      when l.code = 'mapping/failed' then json_build_array(l.code, null, coalesce(substring(l.message from '^"([^"]+)"'), l.sentence))
      else json_build_array(l.code, l.answer_status, l.sentence) end)::text) as new_id
  from (select distinct company_id, connector_id from causes) k
  cross join lateral (
    select distinct cause -> 'answer' ->> 'reason' as reason, coalesce(cause ->> 'code', '') as code, coalesce(cause ->> 'message', '') as message,
      (answer ->> 'status')::int as answer_status,
      regexp_replace(left(coalesce(cause ->> 'message', ''), 1000),
        '"[^"]*"|''[^'']*''|“[^”]*”|https?://\S+|[[:alnum:]_.+-]+@[[:alnum:]_.-]+|[[:alnum:]_-]*[0-9][[:alnum:]_.:-]*', '…', 'g') as sentence
    from (
      select coalesce(t.error, a.error) as cause, coalesce(t.error -> 'answer', a.answer) as answer
      from runs r
      join transactions t on t.run_id = r.id and t.company_id = r.company_id and t.status <> 'success' and t.status <> 'skipped'
      left join attempts a on a.run_id = t.run_id and a.position = t.delivery and a.number = t.attempt
      where r.company_id = k.company_id and r.connector_id = k.connector_id and r.records_failed + r.records_unknown > 0
      order by t.run_id desc, t.position desc limit 100000) as lost) as l
  join causes c on c.company_id = k.company_id and c.connector_id = k.connector_id
    and c.id = md5((case when l.reason is null then json_build_array(l.code, l.answer_status, l.sentence)
      else json_build_array(l.code, l.answer_status, l.sentence, l.reason) end)::text)) as found
where old_id <> new_id
order by company_id, connector_id, new_id, changed_at desc)
update causes c set id = m.new_id from moved m
where c.company_id = m.company_id and c.connector_id = m.connector_id and c.id = m.old_id;
