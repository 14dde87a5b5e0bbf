-- What an experiment has shown to be the better text of buttons that lead to bookmakers, adopted: a JSON object by language code.
alter table site_settings
  add way_texts text check (way_texts <> '');
