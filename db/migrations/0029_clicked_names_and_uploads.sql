-- A click still says where it led when its button, bookmaker or match is deleted: it keeps the id, and what somebody had
-- clicked leaves its name behind.

alter table clicks drop constraint clicks_button_id_fkey;
alter table clicks drop constraint clicks_bookmaker_id_fkey;
alter table clicks drop constraint clicks_match_id_fkey;

create table clicked_before_deletion (
  id uuid primary key,
  -- The provider, the bookmaker, or the home team.
  name text not null,
  -- The text of the button, or the away team; bookmakers have none.
  second_name text
);

-- One statement for all deleted rows, and only for those that were clicked.
create function keep_clicked_names() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into clicked_before_deletion (id, name, second_name)
     select o.id, o.%I, %s from old_rows o where exists (select 1 from clicks c where c.%I = o.id)
     on conflict (id) do update set name = excluded.name, second_name = excluded.second_name',
    tg_argv[1], case when tg_argv[2] is null then 'null' else format('o.%I', tg_argv[2]) end, tg_argv[0]);
  return null;
end $$;

create trigger affiliate_buttons_keep_clicked_names after delete on affiliate_buttons referencing old table as old_rows
  for each statement execute function keep_clicked_names('button_id', 'provider', 'button_text');
create trigger bookmakers_keep_clicked_names after delete on bookmakers referencing old table as old_rows
  for each statement execute function keep_clicked_names('bookmaker_id', 'name');
create trigger matches_keep_clicked_names after delete on matches referencing old table as old_rows
  for each statement execute function keep_clicked_names('match_id', 'home_team', 'away_team');

-- When each image was uploaded, the last time: what nothing refers to is deleted a day later.
create table uploads (
  -- Of its file: the hash of its content, and the extension.
  name text primary key,
  uploaded_at timestamptz not null default now()
);
create index uploads_by_time on uploads (uploaded_at);
insert into uploads (name, uploaded_at) select entity_id, max(at) from audit_log where entity = 'media' group by 1;
