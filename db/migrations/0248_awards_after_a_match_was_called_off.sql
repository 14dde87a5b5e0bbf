-- An award after the feed has called a match off is a result of the table, not of what was played: `called_off` stays, so that
-- bets stay void, until the feed takes back the award. As before (0187) otherwise.
create or replace function fixtures_call_off() returns trigger language plpgsql as $$
declare
  awarded uuid[];
begin
  if tg_op = 'INSERT' then
    perform follow_called_off((select array_agg(match_id) from new_rows where calls_off(status_short)), null);
  elsif tg_op = 'DELETE' then
    perform follow_called_off(null, (select array_agg(match_id) from old_rows where calls_off(status_short)));
  else
    if exists (select from old_rows where status_short = 'AWD') then
      update matches m set called_off = false from new_rows n join old_rows o on o.id = n.id
      where m.id = o.match_id and o.status_short = 'AWD' and m.called_off and m.status <> 'cancelled'
        and (n.status_short is distinct from 'AWD' or n.match_id <> o.match_id);
    end if;
    if exists (select from new_rows where status_short = 'AWD') then
      awarded := array(
        select m.id from new_rows n join old_rows o on o.id = n.id join matches m on m.id = n.match_id
        where n.status_short = 'AWD' and calls_off(o.status_short) and o.match_id = n.match_id
          and m.status = 'cancelled' and m.called_off);
    end if;
    perform follow_called_off(
      (select array_agg(n.match_id) from new_rows n join old_rows o on o.id = n.id
        where calls_off(n.status_short) and not (calls_off(o.status_short) and o.match_id = n.match_id)),
      (select array_agg(o.match_id) from new_rows n join old_rows o on o.id = n.id
        where calls_off(o.status_short) and not (calls_off(n.status_short) and o.match_id = n.match_id)));
    if cardinality(awarded) > 0 then
      update matches set called_off = true where id = any (awarded) and status = 'scheduled';
    end if;
  end if;
  return null;
end
$$;
