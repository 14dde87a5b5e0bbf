-- A score that an operator has typed: feeds change neither it nor the goals of its fixture.
alter table matches add column score_locked boolean not null default false;

-- Wherever a score is read, the goals of the fixture come before the score of the match.
create function keep_typed_goals() returns trigger language plpgsql as $$
declare typed record;
begin
  select home_score, away_score into typed from matches where id = new.match_id and score_locked;
  if found then
    new.goals_home := typed.home_score;
    new.goals_away := typed.away_score;
    -- Of what was typed, only the final score is known.
    new.score_fulltime_home := null;
    new.score_fulltime_away := null;
  end if;
  return new;
end $$;
create trigger keep_typed_goals before insert or update on fixtures
  for each row execute function keep_typed_goals();

create function write_typed_goals() returns trigger language plpgsql as $$
begin
  update fixtures set goals_home = new.home_score, goals_away = new.away_score,
    score_fulltime_home = null, score_fulltime_away = null where match_id = new.id;
  return null;
end $$;
create trigger write_typed_goals after update of home_score, away_score, score_locked on matches
  for each row when (new.score_locked or old.score_locked) execute function write_typed_goals();
