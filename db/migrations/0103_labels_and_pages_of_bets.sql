-- Labels of calculators, the coupon and value have a namespace of their own, so that islands do not load them.
insert into translation_namespaces (name, description) values ('betting', 'Calculators, coupon and value')
on conflict (name) do nothing;

-- Prices lead out from the coupon and from value, too.
alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'outright', 'team', 'bookmaker', 'dropping-odds', 'sure-bets',
    'coupon', 'value')) not valid;
alter table clicks validate constraint clicks_page_check;
