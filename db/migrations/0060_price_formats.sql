-- The format in which a member wants prices; null: none was chosen.
alter table profiles add price_format text
  check (price_format in ('decimal', 'american', 'fractional', 'hong-kong', 'malay', 'indonesian'));

-- Headlines have decimals. What their bookmakers quoted in another format is looked up, and mostly there is nothing.
create index quotes_in_other_formats on quotes (market, bookmaker) where format <> 0;
