-- Matches, the prices of each bookmaker, and the headline: the best price of each outcome.

create table matches (
  id uuid primary key default gen_random_uuid(),
  external_id text unique,
  league_id uuid not null references leagues on delete cascade,
  -- Copies of the league's, kept by triggers: home lists and counts then read one index.
  sport_id uuid not null references sports on delete cascade,
  country_id uuid not null references countries on delete cascade,
  home_team text not null check (home_team <> ''),
  away_team text not null check (away_team <> ''),
  -- `home-vs-away`; empty when a name leaves nothing, and the address is then the id.
  slug text not null default '',
  start_time timestamptz not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'live', 'finished', 'cancelled')),
  affiliate_link text,
  featured boolean not null default false,
  is_popular boolean not null default false,
  home_odds numeric(8,2) not null default 1.01 check (home_odds >= 1.01),
  draw_odds numeric(8,2) check (draw_odds >= 1.01),
  away_odds numeric(8,2) not null default 1.01 check (away_odds >= 1.01),
  -- Typed by an administrator: imports leave the three prices alone.
  odds_locked boolean not null default false,
  home_bookmaker_id uuid references bookmakers on delete set null,
  draw_bookmaker_id uuid references bookmakers on delete set null,
  away_bookmaker_id uuid references bookmakers on delete set null,
  bookmaker_count smallint not null default 0,
  home_score smallint check (home_score >= 0),
  away_score smallint check (away_score >= 0),
  sport_name text,
  country_name text,
  league_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index matches_slug on matches (league_id, slug, start_time);
create index matches_league on matches (league_id, start_time);
create index matches_sport_open on matches (sport_id, start_time) where status in ('scheduled', 'live');
create index matches_country_open on matches (country_id, start_time) where status in ('scheduled', 'live');
create index matches_open on matches (start_time, country_id, league_id) where status in ('scheduled', 'live');
create index matches_featured on matches (country_id, start_time) where featured;
create index matches_featured_league on matches (league_id, start_time) where featured;
create index matches_home_history on matches (sport_id, home_team, start_time desc);
create index matches_away_history on matches (sport_id, away_team, start_time desc);
create index matches_names on matches (league_id, lower(home_team), lower(away_team));
create index matches_search on matches using gin (home_team gin_trgm_ops, away_team gin_trgm_ops)
  where status in ('scheduled', 'live');
create trigger matches_updated_at before update on matches for each row execute function set_updated_at();

create function set_match_place() returns trigger language plpgsql as $$
begin
  select l.sport_id, l.country_id into new.sport_id, new.country_id from leagues l where l.id = new.league_id;
  return new;
end
$$;
create trigger matches_place before insert or update of league_id on matches for each row execute function set_match_place();

create function move_matches_with_league() returns trigger language plpgsql as $$
begin
  update matches set sport_id = new.sport_id, country_id = new.country_id where league_id = new.id;
  return null;
end
$$;
create trigger leagues_move after update of sport_id, country_id on leagues
  for each row when (old.sport_id is distinct from new.sport_id or old.country_id is distinct from new.country_id)
  execute function move_matches_with_league();

-- One match may have an id in each of several feeds, and a feed may send one match under several ids.
create table match_sources (
  source text not null,
  external_id text not null,
  match_id uuid not null references matches on delete cascade,
  primary key (source, external_id)
);
create index match_sources_match on match_sources (match_id, source);

-- One current quote per match and bookmaker.
create table odds (
  match_id uuid not null references matches on delete cascade,
  bookmaker_id uuid not null references bookmakers on delete cascade,
  home_odds numeric(8,2) not null check (home_odds >= 1.01),
  draw_odds numeric(8,2) check (draw_odds >= 1.01),
  away_odds numeric(8,2) not null check (away_odds >= 1.01),
  last_updated timestamptz not null,
  source text not null,
  primary key (match_id, bookmaker_id)
);
create index odds_bookmaker on odds (bookmaker_id);

-- Append-only: a row per change of price; a withdrawn quote is a row without prices.
create table odds_history (
  id bigint generated always as identity primary key,
  match_id uuid not null references matches on delete cascade,
  bookmaker_id uuid not null references bookmakers on delete cascade,
  home_odds numeric(8,2),
  draw_odds numeric(8,2),
  away_odds numeric(8,2),
  recorded_at timestamptz not null,
  source text not null
);
create index odds_history_quote on odds_history (match_id, bookmaker_id, recorded_at);
create index odds_history_age on odds_history (recorded_at);

create table fixtures (
  id uuid primary key default gen_random_uuid(),
  match_id uuid not null unique references matches on delete cascade,
  status_short text,
  status_long text,
  status_elapsed integer,
  league_round text,
  home_team_logo text,
  away_team_logo text,
  goals_home integer,
  goals_away integer,
  score_halftime_home integer,
  score_halftime_away integer,
  score_fulltime_home integer,
  score_fulltime_away integer,
  score_extratime_home integer,
  score_extratime_away integer,
  score_penalty_home integer,
  score_penalty_away integer,
  venue_name text,
  venue_city text,
  referee text,
  updated_at timestamptz not null default now()
);
create trigger fixtures_updated_at before update on fixtures for each row execute function set_updated_at();

/*
 * Sets the headline of matches: the best price of each outcome over active bookmakers, and who quotes it.
 * A quote with an outcome at the 1.01 default whose implied probabilities sum to more than 130 % is not comparable.
 * Two-way and three-way prices are different markets and are never mixed: the market with more quotes counts, three-way
 * on a tie. Locked matches stay as they are, and a row that would not change is not written.
 */
create function refresh_headlines(match_ids uuid[]) returns void language sql as $$
  with quotes as (
    select o.match_id, o.bookmaker_id, o.home_odds, o.draw_odds, o.away_odds, b.menu_position, b.name
    from odds o join bookmakers b on b.id = o.bookmaker_id and b.is_active
    where o.match_id = any (match_ids)
      and not (least(o.home_odds, o.draw_odds, o.away_odds) = 1.01
        and 1 / o.home_odds + coalesce(1 / o.draw_odds, 0) + 1 / o.away_odds > 1.3)
  ), markets as (
    select match_id, count(draw_odds) * 2 >= count(*) as three_way from quotes group by match_id
  ), comparable as (
    select q.* from quotes q join markets m on m.match_id = q.match_id and (q.draw_odds is not null) = m.three_way
  ), best as (
    select match_id,
      max(home_odds) as home_odds, max(draw_odds) as draw_odds, max(away_odds) as away_odds,
      (array_agg(bookmaker_id order by home_odds desc, menu_position, name))[1] as home_bookmaker_id,
      (array_agg(bookmaker_id order by draw_odds desc, menu_position, name) filter (where draw_odds is not null))[1] as draw_bookmaker_id,
      (array_agg(bookmaker_id order by away_odds desc, menu_position, name))[1] as away_bookmaker_id,
      count(*)::smallint as bookmaker_count
    from comparable group by match_id
  ), headlines as (
    select m.id, coalesce(b.home_odds, 1.01) as home_odds, b.draw_odds, coalesce(b.away_odds, 1.01) as away_odds,
      b.home_bookmaker_id, b.draw_bookmaker_id, b.away_bookmaker_id, coalesce(b.bookmaker_count, 0::smallint) as bookmaker_count
    from matches m left join best b on b.match_id = m.id
    where m.id = any (match_ids) and not m.odds_locked
  )
  update matches m
  set home_odds = h.home_odds, draw_odds = h.draw_odds, away_odds = h.away_odds,
    home_bookmaker_id = h.home_bookmaker_id, draw_bookmaker_id = h.draw_bookmaker_id, away_bookmaker_id = h.away_bookmaker_id,
    bookmaker_count = h.bookmaker_count
  from headlines h
  where h.id = m.id
    and (m.home_odds, m.draw_odds, m.away_odds, m.home_bookmaker_id, m.draw_bookmaker_id, m.away_bookmaker_id, m.bookmaker_count)
      is distinct from
        (h.home_odds, h.draw_odds, h.away_odds, h.home_bookmaker_id, h.draw_bookmaker_id, h.away_bookmaker_id, h.bookmaker_count);
$$;

create function refresh_headlines_of_bookmaker() returns trigger language plpgsql as $$
begin
  perform refresh_headlines(array(select match_id from odds where bookmaker_id = new.id));
  return null;
end
$$;
create trigger bookmakers_headlines after update of is_active, menu_position, name on bookmakers
  for each row when (old.is_active is distinct from new.is_active or old.menu_position is distinct from new.menu_position or old.name is distinct from new.name)
  execute function refresh_headlines_of_bookmaker();

-- Slugs that were: a slug changes only by an operator's hand, and the old address then leads to the new one.
create table old_slugs (
  entity text not null check (entity in ('sport', 'country', 'league', 'match')),
  parent_id uuid,
  slug text not null,
  target_id uuid not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (entity, parent_id, slug)
);
create index old_slugs_target on old_slugs (target_id);

create function remember_old_slug() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
  parent uuid := case kind when 'country' then (to_jsonb(new) ->> 'sport_id')::uuid
    when 'league' then (to_jsonb(new) ->> 'country_id')::uuid
    when 'match' then (to_jsonb(new) ->> 'league_id')::uuid end;
begin
  delete from old_slugs where entity = kind and parent_id is not distinct from parent and slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> '' and old.slug <> new.slug then
    insert into old_slugs (entity, parent_id, slug, target_id) values (kind, parent, old.slug, new.id)
    on conflict (entity, parent_id, slug) do update set target_id = excluded.target_id, created_at = now();
  end if;
  return null;
end
$$;
create trigger sports_old_slug after update of slug on sports for each row
  when (old.slug <> new.slug) execute function remember_old_slug('sport');
create trigger countries_old_slug after update of slug on countries for each row
  when (old.slug <> new.slug) execute function remember_old_slug('country');
create trigger leagues_old_slug after update of slug on leagues for each row
  when (old.slug <> new.slug) execute function remember_old_slug('league');
create trigger matches_old_slug after update of slug on matches for each row
  when (old.slug <> new.slug) execute function remember_old_slug('match');
