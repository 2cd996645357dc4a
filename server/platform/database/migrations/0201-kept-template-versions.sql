-- The version of a published connector that a company has seen and did not take over; null: none.
alter table template_uses add column kept_revision integer;
create index template_uses_company on template_uses (company_id);
