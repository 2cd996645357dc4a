-- The record that was being made when the owners before died, and how many of them in a row: `suspect` is what the owner of now makes.
alter table runs add column suspected integer;
