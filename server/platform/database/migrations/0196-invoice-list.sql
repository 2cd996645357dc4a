-- The list of a company's invoices by date: its page is read from here in order, and search and filters look at nothing else.
create index invoices_listed on invoices (company_id, invoice_date desc, number desc) include (sought, status, kind)
  where status <> 'draft' and archived_at is null;
