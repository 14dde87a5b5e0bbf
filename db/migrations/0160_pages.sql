-- Pages that the operator writes: imprint, privacy policy, terms. Their texts are Markdown.
create table pages (
  id uuid primary key default gen_random_uuid(),
  -- In the address: /en/pages/imprint.
  slug text not null unique deferrable initially deferred check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  menu_position integer not null default 1,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger pages_updated_at before update on pages for each row execute function set_updated_at();

create table multilingual_pages (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references pages on delete cascade,
  language_id uuid not null references languages on delete cascade,
  title text not null check (title <> ''),
  -- Empty in a draft: visitors do not see the text.
  body text not null default '',
  updated_at timestamptz not null default now(),
  unique (page_id, language_id)
);
create index multilingual_pages_language on multilingual_pages (language_id);
create trigger multilingual_pages_updated_at before update on multilingual_pages
  for each row execute function set_updated_at();

create trigger pages_tell_insert after insert on pages referencing new table as new_rows
  for each statement execute function table_changed('pages');
create trigger pages_tell_update after update on pages referencing old table as old_rows new table as new_rows
  for each statement execute function table_updated('pages');
create trigger pages_tell_delete after delete on pages referencing old table as old_rows
  for each statement execute function table_changed('pages');
create trigger multilingual_pages_tell_insert after insert on multilingual_pages referencing new table as new_rows
  for each statement execute function table_changed('pages');
create trigger multilingual_pages_tell_update after update on multilingual_pages
  referencing old table as old_rows new table as new_rows for each statement execute function table_updated('pages');
create trigger multilingual_pages_tell_delete after delete on multilingual_pages
  referencing old table as old_rows for each statement execute function table_changed('pages');
