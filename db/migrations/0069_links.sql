/*
 * What the nightly check of affiliate links found, by link: a link that an operator changes has not been checked, and one
 * that two buttons share is asked for once.
 */
create table link_checks (
  link text primary key,
  state text not null check (state in ('works', 'broken', 'unclear')),
  -- A code of an error, and the HTTP status where one came.
  reason text,
  status smallint,
  checked_at timestamptz not null,
  -- Since when it is in this state.
  since timestamptz not null
);

-- A button whose link leads nowhere is a trouble.
alter table troubles drop constraint troubles_kind_check;
alter table troubles add constraint troubles_kind_check
  check (kind in ('failing', 'empty', 'shrunken', 'late', 'stopped', 'disk', 'link'));

-- What a link has told its bookmaker of a click, so that a report of his can be matched with it. Null for clicks of before.
alter table clicks add column click_id text;
create unique index clicks_by_click_id on clicks (click_id) where click_id is not null;
