-- Who made the link to the file: each download is recorded in their name.
alter table company_exports add column link_by uuid references users (id);
