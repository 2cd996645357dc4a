-- The ready-made template that a connector was started from; null of others, and of those that were started before this was noted.
-- Uses of published templates stand in `template_uses`.
alter table connectors add column ready_made text;
