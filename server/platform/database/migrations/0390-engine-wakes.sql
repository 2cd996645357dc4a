-- Wakes the engines of all processes in the commit of what they wait for. They look again by themselves when something they know of is due, and every
-- ten seconds for what none of this tells. Only changes that may let something go on tell: what an engine does for each run and page does not.
create function wake_engines() returns trigger language plpgsql as $$
begin
  perform pg_notify('datacrane_engines', 'due');
  return null;
end $$;

create trigger runs_opened_wake after insert on runs for each row when (new.status = 'queued') execute function wake_engines();
create trigger runs_free_wake after update of status, owner, waits_until on runs for each row
  when (new.owner is null and new.status in ('queued', 'running')
    and (old.owner is not null or old.status is distinct from new.status or old.waits_until is distinct from new.waits_until))
  execute function wake_engines();

create trigger schedules_added_wake after insert on schedules for each row execute function wake_engines();
create trigger schedules_earlier_wake after update of next_at on schedules for each row
  when (new.next_at is not null and (old.next_at is null or new.next_at < old.next_at)) execute function wake_engines();

-- The first event that waits; those after it change nothing.
create trigger hooks_wake after update of held, is_live on hooks for each row
  when (old.held = 0 and new.held > 0 or old.is_live is distinct from new.is_live) execute function wake_engines();

create trigger connectors_wake after update of status, live_version on connectors for each row
  when (old.status is distinct from new.status or old.live_version is distinct from new.live_version) execute function wake_engines();

create trigger companies_wake after update of status, maintenance_message, window_from, window_until on companies for each row
  execute function wake_engines();
create trigger installation_wake after update of maintenance_message, window_from, window_until on installation for each row
  execute function wake_engines();
create trigger run_holds_wake after delete on run_holds for each row execute function wake_engines();

-- The next run that ends its pause, without reading those that wait for an engine.
create index runs_resting on runs (waits_until) where status in ('queued', 'running') and owner is null and waits_until is not null;
