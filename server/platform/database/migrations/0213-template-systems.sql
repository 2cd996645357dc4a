-- The systems that a public connector joins, by the names that people use: lists are filtered by them. Null: not derived yet, or that side is open;
-- `systems_known` tells the two apart. They follow from `config`, which only the program can read: it fills older rows when it lists them first.
alter table templates add column source_system text;
alter table templates add column destination_system text;
alter table templates add column systems_known boolean not null default false;
create index templates_systems_unknown on templates (id) where not systems_known;
