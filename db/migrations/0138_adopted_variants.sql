-- What an experiment has shown to be better, adopted: the colour of buttons that lead to bookmakers, and the ids of the bookmakers that
-- comparisons list first, separated by spaces.
alter table site_settings
  add way_colour text check (way_colour ~ '^#[0-9a-f]{6}$'),
  add first_bookmakers text check (first_bookmakers <> '');
