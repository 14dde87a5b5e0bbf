/*
 * Events whose prices are judged again are locked in their order, as everything else locks them. A change of a schedule and the sweep of
 * prices could wait for each other's events, and one of them failed.
 */
create or replace function judge_prices_again(events uuid[]) returns void language plpgsql as $$
declare
  judged uuid[];
begin
  judged := array(
    select e.event from priced_events e
    where e.event = any (events) and (e.outright_id is not null or exists (
      select 1 from matches m where m.id = e.match_id and m.start_time > now() - interval '2 days'))
    order by e.event for no key update of e);
  update priced_events set valid_until = 'epoch' where event = any (judged);
end
$$;
