-- Several destinations (decision 0116): a page of the outbox goes to one of them. Pages of connectors with one destination are of the first.
alter table source_pages add column route smallint not null default 0;
