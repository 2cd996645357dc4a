-- Connectors that keep no payloads (`storeLocally` off): what still has to be delivered is sealed, and erased as soon as it is.
alter table source_pages add column sealed boolean not null default false;
create index source_pages_sealed on source_pages (connector_id, run_id) where sealed;

-- What an event was, when its body is erased: the same event again is known, another one under its key is refused.
alter table hook_events add column body_mark text;

-- Whether a connector keeps the payloads of its records.
create function keeps_payloads(connector uuid) returns boolean language sql stable as $$
  select coalesce((select (c.profile ->> 'storeLocally')::boolean from connectors c where c.id = connector), true)
$$;

-- What of a shape may be kept: no examples where the connector keeps no payloads.
create function keep_shape(connector uuid, shape json) returns json language sql stable as $$
  select case when keeps_payloads(connector) then shape else (shape::jsonb || '{"examples": []}')::json end
$$;

-- Connectors that keep no payloads from now on, until what they kept before is erased; `after` is the last run that is done.
create table payload_erasures (
  connector_id uuid primary key references connectors (id),
  company_id uuid not null references companies (id),
  after timestamptz,
  asked_at timestamptz not null default now()
);

-- The status of an answer without what it said, and the kind of a problem without its words.
create function bare_answer(it jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(it) = 'object' then
    jsonb_build_object('status', it -> 'status', 'headers', '{}'::jsonb, 'body', '', 'bytes', it -> 'bytes') end
$$;
create function bare_problem(it jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(it) = 'object' then
    jsonb_build_object('code', it -> 'code', 'status', it -> 'status', 'title', it -> 'title', 'retryable', it -> 'retryable',
      'detail', it -> 'title', 'message', it -> 'title')
      || case when jsonb_typeof(it -> 'answer') = 'object' then jsonb_build_object('answer', bare_answer(it -> 'answer')) else '{}' end end
$$;
