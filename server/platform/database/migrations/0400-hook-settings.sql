-- `settings`: who sends to the webhook, as the live version says; null where nobody has said it.
alter table hooks add column settings jsonb;
-- `beside`: what was kept of the headers and the query, as JSON; sealed where the body is.
alter table hook_events add column beside text;
