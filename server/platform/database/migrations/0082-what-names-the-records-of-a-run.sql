-- The columns or fields that name the records of a run, as JSON, where its table or its configuration says which; null where that was only guessed.
alter table runs add column named_by text;
