-- What an operator says about a bookmaker. None of it decides which price is best; `brand` and `commission` do (0034).

alter table bookmakers
  add kind text not null default 'bookmaker' check (kind in ('bookmaker', 'exchange')),
  -- Of the feed's key, in capitals: UK, EU; null: none.
  add region text check (region <> ''),
  add licence text check (licence <> ''),
  -- Codes of countries, as information: 'GB, IE'.
  add offered_in text check (offered_in <> ''),
  -- In halves; null: not rated.
  add rating numeric(2,1) check (rating between 0 and 5 and rating * 2 = trunc(rating * 2));

update bookmakers b
set region = upper(k.parts[3]),
  kind = case when coalesce(k.parts[1], '') || coalesce(k.parts[2], '') in ('betfair_ex', 'matchbook', 'smarkets')
    then 'exchange' else 'bookmaker' end
from (
  select id, regexp_match(key,
    '^(.+?)(_ex|_sb)?(?:_(at|au|be|bg|br|ca|ch|cz|de|dk|es|eu|fi|fr|gr|ie|it|mx|nl|no|nz|pl|pt|ro|se|uk|us2?|za))?$') as parts
  from bookmakers
) k
where k.id = b.id and k.parts is not null;

create table multilingual_bookmakers (
  id uuid primary key default gen_random_uuid(),
  bookmaker_id uuid not null references bookmakers on delete cascade,
  language_id uuid not null references languages on delete cascade,
  review text not null check (review <> ''),
  unique (bookmaker_id, language_id)
);
create index multilingual_bookmakers_language on multilingual_bookmakers (language_id);
create trigger multilingual_bookmakers_tell_insert after insert on multilingual_bookmakers
  referencing new table as new_rows for each statement execute function table_changed('bookmakers');
create trigger multilingual_bookmakers_tell_update after update on multilingual_bookmakers
  referencing old table as old_rows new table as new_rows for each statement execute function table_updated('bookmakers');
create trigger multilingual_bookmakers_tell_delete after delete on multilingual_bookmakers
  referencing old table as old_rows for each statement execute function table_changed('bookmakers');
