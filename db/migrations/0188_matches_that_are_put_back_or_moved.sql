/*
 * Visitors who were told that a match was cancelled are told when it takes place after all, and those whose alerts wait for a
 * match are told when its start is moved.
 */

-- What a firing tells of the match itself; null for the condition of its alert. A cancellation of the release before has the turn 0.
alter table visitor_alert_firings add tells text check (tells in ('cancelled', 'restored', 'moved'));
-- Of a match that was moved: the start that its visitor knew. The new one is in `starts_at`.
alter table visitor_alert_firings add starts_before timestamptz;
update visitor_alert_firings set tells = 'cancelled' where turn = 0;

-- Each move of a match that was to come.
create table match_moves (
  id bigint generated always as identity primary key,
  match_id uuid not null references matches on delete cascade,
  start_before timestamptz not null,
  moved_at timestamptz not null default now()
);
create index match_moves_match on match_moves (match_id, id);
create index match_moves_moved_at on match_moves (moved_at);

create function note_match_move() returns trigger language plpgsql as $$
begin
  insert into match_moves (match_id, start_before) values (new.id, old.start_time);
  return null;
end
$$;
create trigger matches_note_move after update of start_time on matches for each row
  when (old.start_time <> new.start_time and greatest(old.start_time, new.start_time) > now())
  execute function note_match_move();

-- The start of a match that a visitor was told last.
create table visitor_alert_starts (
  user_id uuid not null references profiles on delete cascade,
  match_id uuid not null references matches on delete cascade,
  starts_at timestamptz not null,
  primary key (user_id, match_id)
);
create index visitor_alert_starts_match on visitor_alert_starts (match_id);

-- A receiver that is told of cancellations is told when one is taken back.
update webhooks set events = events || ' match.restored' where 'match.cancelled' = any (string_to_array(events, ' '));
