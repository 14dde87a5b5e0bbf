-- A changed headline touches no index of lists: with room on its page the new version of the row needs no new index entries.
alter table matches set (fillfactor = 60);
