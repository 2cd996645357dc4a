-- Conversations with the assistant. Each is one person's; nobody else reads it.
create table assistant_conversations (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index assistant_conversations_user on assistant_conversations (user_id, updated_at desc);
create index assistant_conversations_old on assistant_conversations (updated_at);

-- Questions and answers. `detail`: of a question what it was asked about, of an answer the whole of it.
create table assistant_messages (
  id uuid primary key,
  conversation_id uuid not null references assistant_conversations (id) on delete cascade,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  detail jsonb not null,
  created_at timestamptz not null default now()
);
create index assistant_messages_conversation on assistant_messages (conversation_id, created_at, id);
create index assistant_messages_user on assistant_messages (user_id, created_at) where role = 'user';
