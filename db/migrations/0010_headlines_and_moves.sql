-- Headlines under concurrent imports and after a bookmaker is deleted; moves in the catalogue; silence when nothing changed.

/*
 * Rows are locked, in order, before they are computed: a transaction that waited here then reads, in a new statement, the
 * quotes that the other has committed. Without it two imports that price one match at once leave the later one's view of it.
 */
alter function refresh_headlines(uuid[]) rename to write_headlines;
create function refresh_headlines(match_ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from matches m where m.id = any (match_ids) and not m.odds_locked order by m.id for no key update;
  perform write_headlines(match_ids);
end
$$;

-- The cascade would delete the quotes and leave their prices in the headline.
create function withdraw_quotes_of_bookmaker() returns trigger language plpgsql as $$
declare
  priced uuid[];
begin
  with gone as (delete from odds where bookmaker_id = old.id returning match_id)
  select array_agg(match_id) into priced from gone;
  perform refresh_headlines(priced);
  return old;
end
$$;
create trigger bookmakers_withdraw before delete on bookmakers for each row execute function withdraw_quotes_of_bookmaker();

-- A league is of its country's sport.
alter table countries add unique (id, sport_id);
alter table leagues add foreign key (country_id, sport_id) references countries (id, sport_id)
  on update cascade on delete cascade;

-- What moves to another parent leaves its address too.
create or replace function remember_old_slug() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
  place text := case kind when 'country' then 'sport_id' when 'league' then 'country_id' when 'match' then 'league_id' end;
  parent uuid := (to_jsonb(new) ->> place)::uuid;
  left_parent uuid := (to_jsonb(old) ->> place)::uuid;
begin
  delete from old_slugs where entity = kind and parent_id is not distinct from parent and slug = new.slug;
  if old.slug <> '' then
    insert into old_slugs (entity, parent_id, slug, target_id) values (kind, left_parent, old.slug, new.id)
    on conflict (entity, parent_id, slug) do update set target_id = excluded.target_id, created_at = now();
  end if;
  return null;
end
$$;
create trigger countries_old_place after update of sport_id on countries for each row
  when (old.slug = new.slug and old.sport_id <> new.sport_id) execute function remember_old_slug('country');
create trigger leagues_old_place after update of country_id on leagues for each row
  when (old.slug = new.slug and old.country_id <> new.country_id) execute function remember_old_slug('league');
create trigger matches_old_place after update of league_id on matches for each row
  when (old.slug = new.slug and old.league_id <> new.league_id) execute function remember_old_slug('match');

-- An update that leaves a row as it was, but for updated_at, is no change.
create function differs(a jsonb, b jsonb) returns boolean language sql immutable as $$
  select a - 'updated_at' is distinct from b - 'updated_at'
$$;

create function odds_updated() returns trigger language plpgsql as $$
begin
  perform send_changes(match_tags(array(select distinct match_id from (table new_rows except table old_rows) changed)));
  return null;
end
$$;

create function fixtures_updated() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select n.match_id from new_rows n join old_rows o on o.id = n.id where differs(to_jsonb(o), to_jsonb(n)));
begin
  perform send_changes(match_tags(ids) || array(
    select distinct unnest(array['league:' || m.league_id, 'sport:' || m.sport_id, 'country:' || m.country_id])
    from matches m where m.id = any (ids)));
  return null;
end
$$;

create function sports_updated() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct unnest(array['sports', 'sport:' || n.id, 'matches-of-sport:' || n.id])
    from new_rows n join old_rows o on o.id = n.id where differs(to_jsonb(o), to_jsonb(n))));
  return null;
end
$$;

create function countries_updated() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct unnest(array['country:' || n.id] || array[
      'countries:' || o.sport_id, 'sport:' || o.sport_id, 'matches-of-sport:' || o.sport_id,
      'countries:' || n.sport_id, 'sport:' || n.sport_id, 'matches-of-sport:' || n.sport_id])
    from new_rows n join old_rows o on o.id = n.id where differs(to_jsonb(o), to_jsonb(n))));
  return null;
end
$$;

create function leagues_updated() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct unnest(array['calendar', 'league:' || n.id, 'matches-of:' || n.id,
      'countries:' || o.sport_id, 'leagues:' || o.country_id, 'sport:' || o.sport_id, 'country:' || o.country_id,
      'countries:' || n.sport_id, 'leagues:' || n.country_id, 'sport:' || n.sport_id, 'country:' || n.country_id])
    from new_rows n join old_rows o on o.id = n.id where differs(to_jsonb(o), to_jsonb(n))));
  return null;
end
$$;

create function table_updated() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows n join old_rows o on o.id = n.id where differs(to_jsonb(o), to_jsonb(n))) then
    perform send_changes(array[tg_argv[0]]);
  end if;
  return null;
end
$$;

do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('odds', 'odds_updated()'), ('fixtures', 'fixtures_updated()'), ('sports', 'sports_updated()'),
    ('countries', 'countries_updated()'), ('leagues', 'leagues_updated()'), ('site_settings', 'table_updated(''settings'')'),
    ('languages', 'table_updated(''languages'')'), ('bookmakers', 'table_updated(''bookmakers'')'),
    ('promotions', 'table_updated(''promotions'')'), ('multilingual_promotions', 'table_updated(''promotions'')'),
    ('affiliate_buttons', 'table_updated(''affiliates'')'),
    ('multilingual_affiliate_buttons', 'table_updated(''affiliates'')'),
    ('footer_links', 'table_updated(''footer'')'), ('multilingual_footer_links', 'table_updated(''footer'')'),
    ('multilingual_footer_sections', 'table_updated(''footer'')'),
    ('multilingual_seo_settings', 'table_updated(''seo'')'),
    ('multilingual_match_content', 'table_updated(''match-content'')'),
    ('multilingual_spin_wheel', 'table_updated(''spin-wheel'')'),
    ('team_mappings', 'table_updated(''team-mappings'')'), ('sportsdb_events', 'table_updated(''results'')')
  ) as t (name, call) loop
    execute format('drop trigger %I on %I', watched.name || '_tell_update', watched.name);
    execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function %s', watched.name || '_tell_update', watched.name, watched.call);
  end loop;
end
$$;
