-- The format of prices until a visitor chooses another one: the usual one of the page's language, or the operator's.
alter table site_settings add column price_format text not null default 'language'
  check (price_format in ('language', 'decimal', 'american', 'fractional', 'hong-kong', 'malay', 'indonesian'));
