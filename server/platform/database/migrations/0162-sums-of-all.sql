-- Sums of all companies at once, for the operator. Without the figures themselves, so that adding to them writes to no index.
create index company_sums_days on company_sums (at) where width = 1440;
create index company_sums_hours on company_sums (at) where width = 60;
