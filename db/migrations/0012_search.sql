-- What the public search compares: names folded to lower case without accents and punctuation, by trigram indexes.

/*
 * Folds a name or a query. The same steps are taken in app/features/search/fold.ts, and a test compares the two. Nothing
 * here depends on the database's locale or on an extension: letters are decomposed, marks dropped, ASCII lowered, and the
 * letters that Unicode does not decompose, or that a C locale does not lower, are listed. Punctuation becomes a space,
 * so no folded text holds a metacharacter of LIKE; points, apostrophes and invisible marks vanish.
 */
create function search_fold(value text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    replace(replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(value, nfkd),
          '[\u0300-\u036f\u0640\u064b-\u065f\u0670.''`’‘ʼ\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+', '', 'g') collate "C"),
        'ØøŁłĐđÐðĦħıŊŋŦŧƏəÆŒÞẞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩةى',
        'oollddddhhinnttəəæœþßабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρσστυφχψωهي'),
      'ə', 'a'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
    '[\u0001-/:-@\[-`{-\u00bf\u2010-\u2029\u202f-\u205f\u3000-\u3002،؛؟]+', ' ', 'g'))
$$;

-- A league under the name that feeds gave it and the one that an operator did, each word after a space. The body is bound
-- when it is made: an index is built under a search_path of its own.
create function league_search_text(name text, display_name text) returns text language sql immutable parallel safe
  return ' ' || search_fold(name || ' ' || coalesce(display_name, '')) || ' ';
create index leagues_search_text on leagues using gin (league_search_text(name, display_name) gin_trgm_ops);

-- Stored, because a search orders many candidates by it; kept by a trigger that the frequent changes of prices do not fire.
alter table matches add column search_text text not null default '';
alter table matches alter column search_text type text
  using ' ' || search_fold(home_team) || ' ' || search_fold(away_team) || ' ';

create function set_match_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := ' ' || search_fold(new.home_team) || ' ' || search_fold(new.away_team) || ' ';
  return new;
end
$$;
create trigger matches_search_text before insert or update of home_team, away_team, search_text on matches
  for each row execute function set_match_search_text();

drop index matches_search;
create index matches_search on matches using gin (search_text gin_trgm_ops) where status in ('scheduled', 'live');
