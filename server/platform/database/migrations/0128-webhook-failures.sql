-- On how many days a delivery failed since the last one that went through: an endpoint that is tried rarely is not switched off after two tries.
alter table webhook_endpoints
  add column failing_days integer not null default 0,
  add column failed_on date;
update webhook_endpoints set failing_days = 1, failed_on = current_date where failing_since is not null;
