-- Visitors are told once that a match of their alerts was cancelled, whichever of their alerts says it.
create table visitor_alert_cancellations (
  user_id uuid not null references profiles on delete cascade,
  match_id uuid not null references matches on delete cascade,
  primary key (user_id, match_id)
);
create index visitor_alert_cancellations_match on visitor_alert_cancellations (match_id);

-- Few matches are cancelled, and alerts look for them each minute.
create index matches_by_cancellation on matches (cancelled_at) where cancelled_at is not null;
