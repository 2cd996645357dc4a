-- The id that the destination gave a record, of at most 256 characters; null where its configuration does not say where to find it.
alter table transactions add column remote_id text;
create index transactions_remote_id on transactions (lower(remote_id)) where remote_id is not null;
