-- Mails of a company go through its own mail server where it has one, in a lane of their own.
alter table messages
  add column by_company boolean not null default false,
  -- What the mail server of the company said when the mail went another way instead.
  add column company_refusal text;
create index messages_company_due on messages (company_id, next_attempt_at) where status = 'queued' and by_company;

-- How the mail server of each company has done, and when it was tested.
create table company_mail (
  company_id uuid primary key references companies (id),
  accepted_at timestamptz,
  refused_at timestamptz,
  refusal text,
  tests timestamptz[] not null default '{}'
);
