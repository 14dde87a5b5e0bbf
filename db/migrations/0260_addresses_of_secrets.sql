-- The origin of the address for which a secret of a source was entered: it is sent nowhere else. Null for what is no secret, and
-- for secrets of before, whose address is the stored one until it changes.
alter table source_settings add column origin text;
