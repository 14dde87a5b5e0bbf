-- A new order of all bookmakers is one statement: what it changes is computed once, instead of once for each bookmaker.
drop trigger bookmakers_headlines on bookmakers;
drop function refresh_headlines_of_bookmaker();

-- The changed bookmakers, and those that are merged into them.
create function refresh_headlines_of_bookmakers() returns trigger language plpgsql as $$
declare
  changed uuid[];
  members uuid[];
begin
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.is_active, n.menu_position, n.name, n.commission, n.brand, n.merged_into)
      is distinct from (o.is_active, o.menu_position, o.name, o.commission, o.brand, o.merged_into));
  if cardinality(changed) = 0 then
    return null;
  end if;
  members := array(select id from bookmakers where id = any (changed) or merged_into = any (changed));
  perform refresh_headlines(array(select distinct match_id from odds where bookmaker_id = any (members)));
  perform judge_prices_again(array(
    select distinct n.event from quotes_seen n join bookmakers b on b.no = n.bookmaker where b.id = any (members)));
  return null;
end
$$;
create trigger bookmakers_headlines after update on bookmakers referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_headlines_of_bookmakers();
