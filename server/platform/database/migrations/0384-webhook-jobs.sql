-- Queues a job in the commit that adds deliveries, one for each company: `sendJob` for rows that triggers write. Where the queues are not open, or their
-- table is of another version, nothing is queued and the sweep finds the deliveries.
create function queue_webhook_job() returns trigger language plpgsql as $$
begin
  insert into pgboss.job (name, data, singleton_key, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, keep_until, heartbeat_seconds)
  select q.name, jsonb_build_object('id', a.company_id), a.company_id::text, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.heartbeat_seconds
  from pgboss.queue q, (select distinct company_id from added) a where q.name = 'webhook';
  if found then perform pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'webhook'); end if;
  return null;
exception when undefined_table or undefined_column or not_null_violation then return null;
end $$;
create trigger webhook_deliveries_job after insert on webhook_deliveries referencing new table as added
  for each statement execute function queue_webhook_job();
