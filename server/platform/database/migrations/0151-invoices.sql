-- Invoices and credit notes: written once, numbered without gaps, and never changed when they are open.

-- Nothing before this month is billed: companies that were there had no invoices.
update plan_changes set at = greatest(at, date_trunc('month', now(), 'UTC'));

-- The last number that was given, by kind and year. It is taken in the commit that opens the invoice, so that a number without an invoice cannot be.
create table billing_counters (
  kind text not null,
  year integer not null,
  last integer not null,
  primary key (kind, year)
);

create table invoices (
  id uuid primary key,
  company_id uuid not null references companies (id),
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  number text unique,
  status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'failed', 'void')),
  status_since timestamptz not null default now(),
  -- First and last day.
  period date not null,
  period_end date not null,
  invoice_date timestamptz,
  due_at timestamptz,
  currency text not null,
  total bigint not null default 0,
  book_version integer not null references price_books (version),
  company_name text not null,
  bill_name text not null,
  address jsonb not null default '[]',
  is_test boolean not null default false,
  -- The invoice that a credit note is about.
  credits uuid references invoices (id),
  -- From here on what may change.
  paid_by text not null,
  payment_type text not null,
  card jsonb,
  payment_id text,
  paid_at timestamptz,
  failure text,
  archived_at timestamptz,
  credited bigint not null default 0,
  sought text generated always as (lower(coalesce(number, '') || ' ' || paid_by || ' ' || bill_name)) stored
);
create unique index invoices_one_a_month on invoices (company_id, period) where kind = 'invoice';
create index invoices_company on invoices (company_id, invoice_date desc, id);
create index invoices_unsettled on invoices (status, due_at) where status in ('open', 'failed');

create table invoice_lines (
  invoice_id uuid not null references invoices (id),
  company_id uuid not null,
  position integer not null,
  type text not null,
  description text not null,
  connector_id uuid,
  source text not null default '',
  destination text not null default '',
  day date,
  records bigint not null,
  included bigint not null,
  quantity bigint not null,
  price bigint not null,
  amount bigint not null,
  primary key (invoice_id, position)
);

create function invoice_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or new.status = 'draft'
    or (old.id, old.company_id, old.kind, old.number, old.period, old.period_end, old.invoice_date, old.due_at, old.currency, old.total,
        old.book_version, old.company_name, old.bill_name, old.address, old.is_test, old.credits)
      is distinct from (new.id, new.company_id, new.kind, new.number, new.period, new.period_end, new.invoice_date, new.due_at, new.currency, new.total,
        new.book_version, new.company_name, new.bill_name, new.address, new.is_test, new.credits) then
    raise exception 'an open invoice takes no changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger invoices_stay before update or delete on invoices for each row execute function invoice_stays();

create function invoice_line_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (select from invoices where id = new.invoice_id and status = 'draft') then return new; end if;
  raise exception 'the lines of an invoice take no changes' using errcode = 'insufficient_privilege';
end $$;
create trigger invoice_lines_stay before insert or update or delete on invoice_lines for each row execute function invoice_line_stays();

-- Which months of a company were closed. One that cost nothing has no invoice.
create table billing_periods (
  company_id uuid not null references companies (id),
  period date not null,
  closed_at timestamptz not null default now(),
  invoice_id uuid references invoices (id),
  primary key (company_id, period)
);
