-- Whether the records of a part come from its first bound on and before its second one, as in windows of a cursor.
alter table run_parts add column is_half_open boolean not null default false;
