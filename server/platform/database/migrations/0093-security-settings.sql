-- Sessions end after 480 minutes, or after 60 without use, until a company chooses otherwise. Companies that were there before get the same,
-- and their administrators one message about it.
insert into messages (id, company_id, user_id, category, channel, recipient, subject, body, summary, status)
select gen_random_uuid(), u.company_id, u.id, 'security', 'email', u.email,
  'Sessions now end by themselves',
  'Sessions of your company now end 480 minutes after the sign-in, and after 60 minutes without use. Administrators change this under System Settings, Security Settings.',
  'Sessions now end 480 minutes after the sign-in, and after 60 minutes without use.',
  'queued'
from users u
join companies c on c.id = u.company_id
where u.role in ('ADMIN', 'SUPER_ADMIN') and u.active and u.removed_at is null
  and (c.session_idle_minutes is null or c.session_max_minutes is null);

alter table companies alter column session_idle_minutes set default 60;
alter table companies alter column session_max_minutes set default 480;
update companies set
  session_idle_minutes = coalesce(session_idle_minutes, least(60, session_max_minutes)),
  session_max_minutes = coalesce(session_max_minutes, 480);

-- Hashes of passwords that a person had before: they cannot be used again.
create table password_history (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id) on delete cascade,
  hash text not null,
  replaced_at timestamptz not null default clock_timestamp()
);
create index password_history_newest on password_history (user_id, replaced_at desc);
