-- A cause may be muted: it stays known and no longer counts as an open problem, however often it returns.
alter table causes drop constraint causes_state_check;
alter table causes add constraint causes_state_check check (state in ('open', 'assigned', 'resolved', 'reopened', 'muted'));
