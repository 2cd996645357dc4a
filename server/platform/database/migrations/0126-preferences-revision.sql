-- A save of an older state of the preferences is refused.
alter table notification_preferences add column revision integer not null default 1;
