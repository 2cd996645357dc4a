-- As in 0384, and no other version of pg-boss fails the commit: also not where a column has another type, a check is new or a privilege is missing.
-- The three names are whole classes: 42 (for example undefined_column, datatype_mismatch, insufficient_privilege), 23 (for example check_violation) and 22
-- (for example invalid_text_representation).
create or replace function queue_webhook_job() returns trigger language plpgsql as $$
begin
  insert into pgboss.job (name, data, singleton_key, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, keep_until, heartbeat_seconds)
  select q.name, jsonb_build_object('id', a.company_id), a.company_id::text, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.heartbeat_seconds
  from pgboss.queue q, (select distinct company_id from added) a where q.name = 'webhook';
  if found then perform pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'webhook'); end if;
  return null;
exception when syntax_error_or_access_rule_violation or integrity_constraint_violation or data_exception then return null;
end $$;
