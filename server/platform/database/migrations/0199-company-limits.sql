-- Limits that the operator sets for one company in place of those of its plan: {"connectors": 5}. What is not named holds as in the plan.
alter table companies add column own_limits jsonb not null default '{}';
