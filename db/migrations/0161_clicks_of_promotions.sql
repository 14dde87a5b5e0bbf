-- Links of promotions are counted, too. A click names its promotion; a deleted one leaves its title behind.
alter table clicks add column promotion_id uuid;
create index clicks_by_promotion on clicks (promotion_id) where promotion_id is not null;
create trigger promotions_keep_clicked_names after delete on promotions referencing old table as old_rows
  for each statement execute function keep_clicked_names('promotion_id', 'title');

alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'outright', 'team', 'bookmaker', 'dropping-odds', 'sure-bets',
    'coupon', 'value', 'side-menu', 'promotions-feed')) not valid;
alter table clicks validate constraint clicks_page_check;
