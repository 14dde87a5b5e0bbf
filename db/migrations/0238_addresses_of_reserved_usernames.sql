-- Every sign-up reserves its username for a day, also one that another sign-up with the same address replaces. The digest of that
-- address lets its next sign-up have the same name. Null in rows from before, whose names count as taken.
alter table reserved_usernames add column email_digest text;
