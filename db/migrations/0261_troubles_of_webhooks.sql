-- A webhook that has given up a message sends nothing more until an operator resumes it: that is a trouble.
alter table troubles drop constraint troubles_kind_check;
alter table troubles add constraint troubles_kind_check
  check (kind in ('failing', 'empty', 'shrunken', 'late', 'stopped', 'disk', 'link', 'prices', 'webhook'));
