-- Quick topics that were opened: counted, without the person.
create table help_events (
  id uuid primary key,
  company_id uuid not null references companies (id),
  topic text not null,
  at timestamptz not null default now()
);
create index help_events_newest on help_events (topic, at desc);

-- What somebody said of an article: the last word counts.
create table help_answers (
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  article text not null,
  is_helpful boolean not null,
  at timestamptz not null default now(),
  primary key (user_id, article)
);
create index help_answers_of_article on help_answers (article, at);
create index help_answers_newest on help_answers (at);

-- Requests to support, with what was shown to the person before it was sent.
create table support_requests (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  subject text not null,
  body text not null,
  bundle jsonb not null,
  status text not null default 'open',
  answer text,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz
);
create index support_requests_of_person on support_requests (user_id, created_at desc);
create index support_requests_newest on support_requests (status, created_at desc);
