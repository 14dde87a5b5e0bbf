-- 0070 and 0078 each added pages of clicks without those of the other: the pages of both.
alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'outright', 'team', 'bookmaker', 'dropping-odds', 'sure-bets')) not valid;
alter table clicks validate constraint clicks_page_check;
