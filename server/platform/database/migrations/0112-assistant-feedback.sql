-- Whether an answer of the assistant helped. It goes with the answer.
create table assistant_feedback (
  interaction_id uuid primary key references assistant_messages (id) on delete cascade,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  feedback text not null check (feedback in ('helpful', 'not-helpful')),
  comment text not null,
  intent text not null,
  speaker text not null,
  given_at timestamptz not null default now()
);
create index assistant_feedback_user on assistant_feedback (user_id);
