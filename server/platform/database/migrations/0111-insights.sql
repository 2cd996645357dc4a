-- Findings that somebody wants to see no more, with the reason. The finding itself is made anew from the ledger each time.
create table insight_dismissals (
  company_id uuid not null references companies (id),
  connector_id uuid not null references connectors (id),
  id text not null,
  reason text not null check (reason in ('expected', 'known', 'not-useful', 'wrong')),
  dismissed_by uuid not null references users (id),
  dismissed_at timestamptz not null default now(),
  primary key (company_id, connector_id, id)
);
