-- What people want to be told, one row a person; without one the defaults hold.
create table notification_preferences (
  user_id uuid primary key references users (id),
  company_id uuid not null references companies (id),
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Whom a message is for, what it is about, what the history shows of it (never a link or a code), and whether it was read.
alter table messages
  add column user_id uuid references users (id),
  add column category text check (category in ('billing', 'security', 'updates', 'marketing')),
  add column summary text,
  add column read_at timestamptz;
create index messages_user on messages (user_id, created_at desc, id desc) where user_id is not null;
