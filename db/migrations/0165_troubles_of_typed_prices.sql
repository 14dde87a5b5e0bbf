-- Prices that operators have typed and that no longer count are a trouble.
alter table troubles drop constraint troubles_kind_check;
alter table troubles add constraint troubles_kind_check
  check (kind in ('failing', 'empty', 'shrunken', 'late', 'stopped', 'disk', 'link', 'prices'));
