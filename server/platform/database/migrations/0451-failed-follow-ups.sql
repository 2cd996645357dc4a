-- Follow-up requests that failed, or whose outcome is unknown: they are rare, listed by connector and run, and counted by the time they ended.
create index afterwards_failed on afterwards (company_id, connector_id, run_id) where status in ('failed', 'unknown');
