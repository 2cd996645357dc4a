-- Provisioning by SCIM 2.0. One token a company; the value before a replacement works until `previous_until`.
create table scim_tokens (
  company_id uuid primary key references companies (id),
  hash bytea not null unique,
  prefix text not null,
  previous_hash bytea unique,
  previous_until timestamptz,
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_used_from text
);

-- What an identity provider says of a person. With `deleted_at` and without access, the person is gone for it.
create table scim_people (
  user_id uuid primary key references users (id),
  company_id uuid not null references companies (id),
  external_id text,
  deleted_at timestamptz,
  -- Whether a group made the person an administrator: without that group they are one no longer.
  role_given boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index scim_people_external on scim_people (company_id, external_id) where external_id is not null;

create table scim_groups (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  external_id text,
  role text check (role in ('ADMIN', 'USER')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_groups_name on scim_groups (company_id, lower(name));
create unique index scim_groups_external on scim_groups (company_id, external_id) where external_id is not null;

create table scim_members (
  group_id uuid not null references scim_groups (id) on delete cascade,
  user_id uuid not null references users (id),
  company_id uuid not null references companies (id),
  primary key (group_id, user_id)
);
create index scim_members_user on scim_members (user_id);
