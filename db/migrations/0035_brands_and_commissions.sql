/*
 * Bookmakers that are there get what the import gives to new ones: a region in the name, a brand, and the commission of
 * the exchanges that are known. The sweep judges their prices anew: a trigger on each row would do so once for each.
 */
alter table bookmakers disable trigger bookmakers_headlines;
update bookmakers b
set brand = k.parts[1],
  commission = case k.parts[1] || coalesce(k.parts[2], '')
    when 'betfair_ex' then 5 when 'matchbook' then 2 when 'smarkets' then 2 else 0 end,
  name = case
    when k.parts[3] is null or b.name ~ '\([^)]*\)$' then b.name
    else b.name || case
      when k.parts[2] = '_ex' and b.name !~* 'exchange' then ' Exchange'
      when k.parts[2] = '_sb' and b.name !~* 'sportsbook' then ' Sportsbook'
      else '' end || ' (' || upper(k.parts[3]) || ')' end
from (
  select id, regexp_match(key,
    '^(.+?)(_ex|_sb)?(?:_(at|au|be|bg|br|ca|ch|cz|de|dk|es|eu|fi|fr|gr|ie|it|mx|nl|no|nz|pl|pt|ro|se|uk|us2?|za))?$') as parts
  from bookmakers
) k
where k.id = b.id and k.parts is not null;
alter table bookmakers enable trigger bookmakers_headlines;
update event_prices set valid_until = now() where valid_until is not null;
