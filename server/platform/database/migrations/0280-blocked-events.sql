-- Whether the last call from an address that is not on the list was a webhook event, which no person made.
alter table blocked_addresses add column last_was_event boolean not null default false;
