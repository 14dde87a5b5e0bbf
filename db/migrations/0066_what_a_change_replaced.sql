/*
 * What a quote was at an instant: the prices that its first change after it replaced, or its present ones where there is
 * none. So a movement within a day reads the changes of that day alone, and no week before it and no pack.
 */

-- Null: these are a quote's first prices, or the change was written before this column was there.
alter table quote_changes add column replaced bigint[];

-- Changes come in the order of their time: a few bytes for each page of them tell which pages a window has to read.
create index quote_changes_at on quote_changes using brin (at) with (pages_per_range = 16, autosummarize = on);

-- Prices lead out from these pages too.
alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'dropping-odds', 'sure-bets')) not valid;
alter table clicks validate constraint clicks_page_check;
