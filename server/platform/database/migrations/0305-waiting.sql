-- What an open run waits for, as the API says it: a limit of a system, or a system that takes nothing. `waits_for` stays for processes of the version
-- before, which may run beside those of this one.
alter table runs add column waiting jsonb;
