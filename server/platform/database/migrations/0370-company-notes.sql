-- Notes of operators on a company, each with its author and its time. Before, a company had one text.
create table company_notes (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- Null: the note is older than this table, and the audit log no longer has its author.
  author_id uuid references users (id),
  text text not null,
  created_at timestamptz not null default now()
);
create index company_notes_company on company_notes (company_id, created_at desc);

insert into company_notes (id, company_id, author_id, text, created_at)
select gen_random_uuid(), c.id, u.id, c.operator_note, coalesce(e.at, now())
from companies c
left join lateral (
  select a.actor_id, a.at from audit_events a
  where a.action = 'company.noteChanged' and a.target_type = 'company' and a.target_id = c.id::text order by a.at desc limit 1) e on true
left join users u on u.id = e.actor_id
where c.operator_note <> '';

alter table companies drop column operator_note;
