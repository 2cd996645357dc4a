-- What a person has to change before an open run goes on: a hold of its company or connector, a paused destination, or a connection that is off. Null: nothing.
-- Until now only the sentence of the run said it.
alter table runs add column held_by text;
update runs set held_by = 'hold' where status in ('queued', 'running') and (starts_with(status_reason, 'On hold. ') or starts_with(status_reason, 'Held: '));
update runs set held_by = 'destination' where status = 'running' and (status_reason like '% is paused. Its records wait.' or status_reason like '% are paused. Their records wait.');
update runs set held_by = 'connection' where status = 'running' and status_reason like '% is off. Nothing is sent until someone switches it on.';
