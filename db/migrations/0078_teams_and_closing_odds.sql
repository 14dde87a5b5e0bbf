/*
 * Names of teams by country, for their addresses, and the best closing odds of the main markets of past matches
 * (app/features/statistics). Both are made from matches and quotes, and can be made again.
 */
create table teams (
  id uuid primary key default gen_random_uuid(),
  country_id uuid not null references countries on delete cascade,
  -- As matches write it.
  name text not null check (name <> ''),
  -- As addresses write it; null until the job has read the name.
  slug text,
  unique (country_id, name)
);
create index teams_slug on teams (country_id, slug);
create index teams_without_slug on teams (country_id) where slug is null;

insert into teams (country_id, name)
select country_id, home_team from matches union select country_id, away_team from matches;

-- In one order, so that two imports do not wait for each other.
create function name_teams_of_new_matches() returns trigger language plpgsql as $$
begin
  insert into teams (country_id, name)
  select r.country_id, r.name from (
    select country_id, home_team as name from new_rows union select country_id, away_team from new_rows) r
  where not exists (select 1 from teams t where t.country_id = r.country_id and t.name = r.name)
  order by r.country_id, r.name
  on conflict do nothing;
  return null;
end
$$;
create trigger matches_name_teams after insert on matches referencing new table as new_rows
  for each statement execute function name_teams_of_new_matches();

create function name_teams_of_match() returns trigger language plpgsql as $$
begin
  insert into teams (country_id, name) values (new.country_id, new.home_team), (new.country_id, new.away_team)
  on conflict do nothing;
  return null;
end
$$;
create trigger matches_rename_teams after update of home_team, away_team, league_id, country_id on matches for each row
  when ((old.home_team, old.away_team, old.country_id) is distinct from (new.home_team, new.away_team, new.country_id))
  execute function name_teams_of_match();

-- Which prices of a match its closing odds are made of.
create table closed_events (
  event uuid primary key references priced_events on delete cascade,
  version integer not null,
  start_time timestamptz not null,
  computed_at timestamptz not null
);

-- The main line of each market, in millionths as in `quotes`.
create table closing_odds (
  event uuid not null references closed_events on delete cascade,
  type text not null,
  period text not null,
  line numeric(7,2),
  -- The best price of each outcome, net of commission, and the average.
  prices bigint[] not null,
  average bigint[] not null,
  -- Brands.
  n smallint not null,
  primary key (event, type, period)
);

create function closed_events_written() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct 'closings:' || m.league_id from new_rows n join matches m on m.id = n.event));
  return null;
end
$$;
create trigger closed_events_tell_insert after insert on closed_events referencing new table as new_rows
  for each statement execute function closed_events_written();
create trigger closed_events_tell_update after update on closed_events referencing new table as new_rows
  for each statement execute function closed_events_written();

-- Prices lead out from these pages too.
alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'dropping-odds', 'sure-bets', 'team', 'bookmaker')) not valid;
alter table clicks validate constraint clicks_page_check;
