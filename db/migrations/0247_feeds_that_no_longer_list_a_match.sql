-- When a complete answer of the source first omitted the id, before the match began; null while it is listed. The kick-off of a match is
-- that of a feed that lists it.
alter table match_sources add column unlisted_at timestamptz;
-- When the source first listed the id, or listed it again; null for links of before. An older answer does not tell that it is gone.
alter table match_sources add column listed_at timestamptz;
