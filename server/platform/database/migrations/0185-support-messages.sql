-- What was written after a request to support: additions of the person, and every answer of the operator.
create table support_messages (
  id uuid primary key,
  request_id uuid not null references support_requests (id) on delete cascade,
  author text not null check (author in ('person', 'operator')),
  body text not null,
  at timestamptz not null default now()
);
create index support_messages_of_request on support_messages (request_id, at);
insert into support_messages (id, request_id, author, body, at)
  select gen_random_uuid(), id, 'operator', answer, coalesce(answered_at, created_at) from support_requests where answer is not null;
