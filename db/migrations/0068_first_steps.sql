-- Whether the dashboard shows the first steps of a new site, until they are done.
alter table site_settings add column first_steps boolean not null default true;

-- What the last test of a source's connection found, and with which settings.
create table source_tests (
  source text primary key,
  -- A keyed hash of the settings: the finding is that of others once they change.
  settings_mark text not null,
  code text not null,
  tested_at timestamptz not null
);
