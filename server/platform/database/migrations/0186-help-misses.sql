-- Questions that found nothing, counted by day: never the question, never the person. `word` is one of the assistant's own vocabulary; '' counts the questions.
create table help_misses (
  company_id uuid not null references companies (id),
  day date not null default current_date,
  source text not null check (source in ('search', 'assistant')),
  word text not null,
  count int not null,
  primary key (company_id, day, source, word)
);
create index help_misses_newest on help_misses (day);
