-- What a visitor agreed to when he signed up, and when.

-- Each wording that was shown, with the addresses of its legal pages, under the hash of all of it. A wording is never changed.
create table consent_texts (
  version text primary key,
  language text not null,
  text text not null,
  links jsonb not null default '[]',
  created_at timestamptz not null default now()
);

-- Null for accounts that somebody else made, and for those from before.
alter table profiles
  add column consented_at timestamptz,
  add column consent_version text references consent_texts;
