-- Records that were not sent because they did not change (decision 0051). They are no records of the ledger and are in no total, bill or alert: figures
-- show them beside those.
alter table ledger_deltas add column unchanged integer not null default 0;
alter table connector_sums add column unchanged bigint not null default 0;
alter table owner_sums add column unchanged bigint not null default 0;
alter table company_sums add column unchanged bigint not null default 0;
