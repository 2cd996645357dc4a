-- Says whether only a run may be taken over, so that a process does not look for starts each time that a run is opened or given back.
create or replace function wake_engines() returns trigger language plpgsql as $$
begin
  perform pg_notify('datacrane_engines', coalesce(tg_argv[0], 'due'));
  return null;
end $$;
drop trigger runs_opened_wake on runs;
drop trigger runs_free_wake on runs;
create trigger runs_opened_wake after insert on runs for each row when (new.status = 'queued') execute function wake_engines('run');
create trigger runs_free_wake after update of status, owner, waits_until on runs for each row
  when (new.owner is null and new.status in ('queued', 'running')
    and (old.owner is not null or old.status is distinct from new.status or old.waits_until is distinct from new.waits_until))
  execute function wake_engines('run');
