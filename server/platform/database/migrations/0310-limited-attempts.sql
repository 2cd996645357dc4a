-- How often a delivery met a rate limit before this attempt, and how long it waited for that: {"times": 3, "waited": 12000} (milliseconds).
alter table attempts add column limited json;
