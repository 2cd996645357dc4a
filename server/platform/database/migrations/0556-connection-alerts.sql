-- When people were told last that the connection fails: one alert for the connection, not one for each of its connectors.
alter table connections add column told_at timestamptz;
