-- How many records a run has had since the last one that contained what a line of the mapping reads, by the place of the line in the configuration
-- (null: nothing was mapped yet). Of a line in unmet_lines no record contained it.
alter table runs add column lines_since integer[];
