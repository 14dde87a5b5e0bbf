-- A pair of matches can be doubtful because only a part of a name agrees, which another team can have, too.
alter table match_reviews drop constraint match_reviews_reason_check;
alter table match_reviews add constraint match_reviews_reason_check
  check (reason in ('opponent', 'names', 'kick-off', 'several', 'sides', 'postponed', 'league')) not valid;
alter table match_reviews validate constraint match_reviews_reason_check;
