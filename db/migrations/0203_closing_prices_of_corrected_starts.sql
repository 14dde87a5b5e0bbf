/*
 * A corrected start of a match that began 2 to 30 days ago removed what its quotes closed at (0180), and nothing computed it
 * again: `judge_prices_again` leaves out matches that began more than two days ago. Their events are due now, too. The sweep and readers of
 * a match close its quotes from the history, some events at a time, however many starts a statement corrects.
 */

-- As before (0180), but for that.
create or replace function refresh_headlines_of_matches() returns trigger language plpgsql as $$
declare
  changed uuid[];
  moved uuid[];
  cancelled uuid[];
begin
  select array_agg(n.id), array_agg(n.id) filter (
      where least(o.start_time, o.cancelled_at) <> least(n.start_time, n.cancelled_at)
        and greatest(o.start_time, n.start_time) > now() - interval '30 days'),
    array_agg(n.id) filter (where o.cancelled_at is null and n.cancelled_at < n.start_time)
  into changed, moved, cancelled
  from new_rows n join old_rows o on o.id = n.id
  where (o.start_time, o.status) is distinct from (n.start_time, n.status);
  if changed is not null then
    perform refresh_headlines(changed);
    -- What a quote closed at goes by the actual start.
    update quotes q set closing = null from markets k
    where moved is not null and k.event = any (moved) and q.market = k.id and q.closing is not null;
    if cancelled is not null then
      perform close_quotes(cancelled, now());
    end if;
    perform judge_prices_again(changed);
    update priced_events e set valid_until = now()
    where moved is not null and e.event = any (moved) and (e.valid_until is null or e.valid_until > now());
  end if;
  return null;
end
$$;
