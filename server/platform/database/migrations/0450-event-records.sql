-- Which records of its run an event became: the place of the first one, and how many there are. Null while it waits, and of events taken before.
alter table hook_events add column first_position integer, add column record_count integer;
