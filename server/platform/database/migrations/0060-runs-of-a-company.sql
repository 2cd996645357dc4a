-- The list of all runs of a company, newest first.
create index runs_company on runs (company_id, created_at desc, id desc);
