-- How many follow-up requests of a connector failed within the hour, which alerts look at every minute.
create index afterwards_failed_at on afterwards (connector_id, ended_at) where status in ('failed', 'unknown');
