-- The newest calls of each webhook and what became of them. No body stands here: `event_id` leads to the one of an accepted call.
create table hook_calls (
  id bigint generated always as identity primary key,
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  at timestamptz not null,
  verdict text not null,
  why text,
  seconds integer,
  bytes integer not null,
  network text,
  event_id uuid
);
create index hook_calls_newest on hook_calls (connector_id, id desc);
create index hook_calls_old on hook_calls (at);
