-- Destinations that a person paused, by their numbers in the configuration (decision 0123). Their records wait in the outbox.
alter table connectors add column paused_routes smallint[] not null default '{}';
