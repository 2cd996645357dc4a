-- What people and things were called when something was recorded of them. Apart from the chain of records, which can never change: a name is
-- removed when its person is deleted. Older records have none, and show what their person is called now.
create table audit_names (
  company_id uuid not null,
  seq bigint not null,
  actor_name text,
  actor_email text,
  target_name text,
  primary key (company_id, seq)
);
