-- What people say of themselves, and people who are no longer members.
alter table users
  add column job_title text not null default '',
  add column time_zone text,
  add column language text,
  -- A number that was typed while another one is proved: it takes its place once its code was right.
  add column pending_phone text,
  -- A save of the profile names the revision that it started from.
  add column profile_revision integer not null default 1,
  add column updated_at timestamptz not null default now(),
  -- The row stays for what it did; the e-mail is free again.
  add column removed_at timestamptz;

drop index users_email;
create unique index users_email on users (lower(email)) where removed_at is null;

create table user_photos (
  user_id uuid primary key references users (id),
  company_id uuid not null references companies (id),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null
);
