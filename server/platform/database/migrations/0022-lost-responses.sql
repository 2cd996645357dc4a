-- Delivered records whose response was lost at an earlier attempt, so that they may have been delivered twice; and which lines of the mapping no
-- record of the run has contained so far (places in the configuration, counted from 0; null: nothing was mapped yet).
alter table runs add column records_repeated integer not null default 0;
alter table runs add column unmet_lines integer[];
