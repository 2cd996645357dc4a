-- Cards and customers that are to be removed at their provider. Without the company: it may be deleted by then.
create table provider_removals (
  provider text not null,
  kind text not null check (kind in ('card', 'customer')),
  provider_ref text not null,
  requested_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (provider, kind, provider_ref)
);

-- Cards that were removed here and are saved at Stripe still.
insert into provider_removals (provider, kind, provider_ref)
  select m.provider, 'card', m.provider_ref from payment_methods m where m.provider like 'stripe%' and m.removed_at is not null
    and not exists (select from payment_methods o where o.provider_ref = m.provider_ref and o.removed_at is null)
  on conflict do nothing;
