/*
 * What changed, told on the channel `overround_changes` when the transaction commits: tags, one a line. Whoever keeps a
 * copy of a page or an answer drops those that read one of the tags (app/platform/http/page-cache.server.ts).
 *
 *   match:<id>                that match or its quotes
 *   league:<id> sport:<id> country:<id>   a list of matches of it
 *   matches-of:<league>, matches-of-sport:<sport>   in place of too many match tags
 *   calendar                  which matches there are, when, and whether they are over
 *   settings languages translations:<code> sports countries:<sport> leagues:<country> bookmakers promotions affiliates
 *   footer seo match-content spin-wheel team-mappings results
 *
 * Triggers are per statement, and a statement that changed nothing says nothing.
 */

-- A payload holds less than 8,000 bytes: longer lists of tags go out in several notifications.
create function send_changes(tags text[]) returns void language plpgsql as $$
declare
  payload text := '';
  tag text;
begin
  for tag in select distinct t from unnest(tags) t where t is not null loop
    if octet_length(payload) + octet_length(tag) > 7800 then
      perform pg_notify('overround_changes', payload);
      payload := '';
    end if;
    payload := payload || case when payload = '' then '' else E'\n' end || tag;
  end loop;
  if payload <> '' then
    perform pg_notify('overround_changes', payload);
  end if;
end
$$;

-- Single matches up to 150 of them, then their leagues, then their sports.
create function match_tags(match_ids uuid[]) returns text[] language plpgsql stable as $$
declare
  tags text[];
begin
  if cardinality(match_ids) <= 150 then
    return array(select distinct 'match:' || id from unnest(match_ids) id);
  end if;
  tags := array(select distinct 'matches-of:' || league_id from matches where id = any (match_ids));
  if cardinality(tags) <= 150 then
    return tags;
  end if;
  return array(select distinct 'matches-of-sport:' || sport_id from matches where id = any (match_ids));
end
$$;

create function matches_inserted() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct unnest(array['calendar', 'league:' || league_id, 'sport:' || sport_id, 'country:' || country_id]) from new_rows));
  return null;
end
$$;

create function matches_deleted() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct unnest(array['calendar', 'match:' || id, 'league:' || league_id, 'sport:' || sport_id, 'country:' || country_id]) from old_rows));
  return null;
end
$$;

create function matches_updated() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.league_id, n.home_team, n.away_team, n.slug, n.start_time, n.status, n.affiliate_link, n.featured, n.is_popular,
        n.home_odds, n.draw_odds, n.away_odds, n.odds_locked, n.home_bookmaker_id, n.draw_bookmaker_id, n.away_bookmaker_id,
        n.bookmaker_count, n.home_score, n.away_score)
      is distinct from
        (o.league_id, o.home_team, o.away_team, o.slug, o.start_time, o.status, o.affiliate_link, o.featured, o.is_popular,
        o.home_odds, o.draw_odds, o.away_odds, o.odds_locked, o.home_bookmaker_id, o.draw_bookmaker_id, o.away_bookmaker_id,
        o.bookmaker_count, o.home_score, o.away_score));
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform send_changes(match_tags(changed) || array(
    select distinct unnest(array['league:' || r.league_id, 'sport:' || r.sport_id, 'country:' || r.country_id])
    from (select * from new_rows union all select * from old_rows) r where r.id = any (changed))
    || array(
    select 'calendar' from new_rows n join old_rows o on o.id = n.id
    where (n.start_time, n.status, n.league_id) is distinct from (o.start_time, o.status, o.league_id) limit 1));
  return null;
end
$$;

create trigger matches_tell_insert after insert on matches referencing new table as new_rows
  for each statement execute function matches_inserted();
create trigger matches_tell_update after update on matches referencing old table as old_rows new table as new_rows
  for each statement execute function matches_updated();
create trigger matches_tell_delete after delete on matches referencing old table as old_rows
  for each statement execute function matches_deleted();

-- Quotes and fixtures belong to a match; the headline's own change tells the lists.
create function match_part_written() returns trigger language plpgsql as $$
begin
  perform send_changes(match_tags(array(select distinct match_id from new_rows)));
  return null;
end
$$;
create function match_part_deleted() returns trigger language plpgsql as $$
begin
  perform send_changes(match_tags(array(select distinct match_id from old_rows)));
  return null;
end
$$;
create trigger odds_tell_insert after insert on odds referencing new table as new_rows
  for each statement execute function match_part_written();
create trigger odds_tell_update after update on odds referencing new table as new_rows
  for each statement execute function match_part_written();
create trigger odds_tell_delete after delete on odds referencing old table as old_rows
  for each statement execute function match_part_deleted();

-- A fixture also changes the lists of live matches.
create function fixtures_changed() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select match_id from old_rows);
  else
    ids := array(select match_id from new_rows);
  end if;
  perform send_changes(match_tags(ids) || array(
    select distinct unnest(array['league:' || m.league_id, 'sport:' || m.sport_id, 'country:' || m.country_id])
    from matches m where m.id = any (ids)));
  return null;
end
$$;
create trigger fixtures_tell_insert after insert on fixtures referencing new table as new_rows
  for each statement execute function fixtures_changed();
create trigger fixtures_tell_update after update on fixtures referencing new table as new_rows
  for each statement execute function fixtures_changed();
create trigger fixtures_tell_delete after delete on fixtures referencing old table as old_rows
  for each statement execute function fixtures_changed();

create function sports_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform send_changes(array(select 'sports' from new_rows limit 1));
  else
    perform send_changes(array(
      select distinct unnest(array['sports', 'sport:' || id, 'matches-of-sport:' || id]) from old_rows));
  end if;
  return null;
end
$$;
create trigger sports_tell_insert after insert on sports referencing new table as new_rows
  for each statement execute function sports_changed();
create trigger sports_tell_update after update on sports referencing old table as old_rows
  for each statement execute function sports_changed();
create trigger sports_tell_delete after delete on sports referencing old table as old_rows
  for each statement execute function sports_changed();

create function countries_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform send_changes(array(select distinct 'countries:' || sport_id from new_rows));
  else
    perform send_changes(array(
      select distinct unnest(array['countries:' || sport_id, 'sport:' || sport_id, 'country:' || id, 'matches-of-sport:' || sport_id])
      from old_rows));
  end if;
  return null;
end
$$;
create trigger countries_tell_insert after insert on countries referencing new table as new_rows
  for each statement execute function countries_changed();
create trigger countries_tell_update after update on countries referencing old table as old_rows
  for each statement execute function countries_changed();
create trigger countries_tell_delete after delete on countries referencing old table as old_rows
  for each statement execute function countries_changed();

create function leagues_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform send_changes(array(
      select distinct unnest(array['countries:' || sport_id, 'leagues:' || country_id]) from new_rows));
  else
    perform send_changes(array(
      select distinct unnest(array['calendar', 'countries:' || sport_id, 'leagues:' || country_id, 'league:' || id,
        'sport:' || sport_id, 'country:' || country_id, 'matches-of:' || id]) from old_rows));
  end if;
  return null;
end
$$;
create trigger leagues_tell_insert after insert on leagues referencing new table as new_rows
  for each statement execute function leagues_changed();
create trigger leagues_tell_update after update on leagues referencing old table as old_rows
  for each statement execute function leagues_changed();
create trigger leagues_tell_delete after delete on leagues referencing old table as old_rows
  for each statement execute function leagues_changed();

create function translations_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform send_changes(array(select distinct 'translations:' || l.code from old_rows r join languages l on l.id = r.language_id));
  else
    perform send_changes(array(select distinct 'translations:' || l.code from new_rows r join languages l on l.id = r.language_id));
  end if;
  return null;
end
$$;
create trigger translations_tell_insert after insert on translations referencing new table as new_rows
  for each statement execute function translations_changed();
create trigger translations_tell_update after update on translations referencing new table as new_rows
  for each statement execute function translations_changed();
create trigger translations_tell_delete after delete on translations referencing old table as old_rows
  for each statement execute function translations_changed();

-- Small tables that an operator edits: one tag for the whole table.
create function table_changed() returns trigger language plpgsql as $$
declare
  touched boolean;
begin
  if tg_op = 'DELETE' then
    touched := exists (select 1 from old_rows);
  else
    touched := exists (select 1 from new_rows);
  end if;
  if touched then
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
    ('site_settings', 'settings'), ('languages', 'languages'), ('bookmakers', 'bookmakers'),
    ('promotions', 'promotions'), ('multilingual_promotions', 'promotions'),
    ('affiliate_buttons', 'affiliates'), ('multilingual_affiliate_buttons', 'affiliates'),
    ('footer_links', 'footer'), ('multilingual_footer_links', 'footer'), ('multilingual_footer_sections', 'footer'),
    ('multilingual_seo_settings', 'seo'), ('multilingual_match_content', 'match-content'),
    ('multilingual_spin_wheel', 'spin-wheel'), ('team_mappings', 'team-mappings'), ('sportsdb_events', 'results')
  ) as t (name, tag) loop
    execute format('create trigger %I after insert on %I referencing new table as new_rows
      for each statement execute function table_changed(%L)', watched.name || '_tell_insert', watched.name, watched.tag);
    execute format('create trigger %I after update on %I referencing new table as new_rows
      for each statement execute function table_changed(%L)', watched.name || '_tell_update', watched.name, watched.tag);
    execute format('create trigger %I after delete on %I referencing old table as old_rows
      for each statement execute function table_changed(%L)', watched.name || '_tell_delete', watched.name, watched.tag);
  end loop;
end
$$;
