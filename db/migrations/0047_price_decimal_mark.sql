-- Which decimal mark prices have on the site: that of the page's language, or the same one everywhere.
alter table site_settings
  add column price_decimal_mark text not null default 'language'
    check (price_decimal_mark in ('language', 'point', 'comma'));
