-- What nothing refers to is deleted thirty days after it was first found so, not after its upload: an image that was in use
-- for a year can be brought back from the history, or from a backup, like any other.
alter table uploads add column unused_since timestamptz;
drop index uploads_by_time;
alter table uploads drop column uploaded_at;
