/*
 * A cancelled match has no closing prices. Its last prices are those of the moment when it was cancelled: they are kept as
 * closing prices are, and do not follow its feeds.
 */

-- Null for a match that was added as cancelled, and once it is put back.
alter table matches add cancelled_at timestamptz;
update matches set cancelled_at = updated_at where status = 'cancelled' and start_time > now() - interval '30 days';

create function note_cancelled_at() returns trigger language plpgsql as $$
begin
  new.cancelled_at := case when new.status = 'cancelled' then now() end;
  return new;
end
$$;
create trigger matches_cancelled_at before update of status on matches for each row
  when (old.status is distinct from new.status and 'cancelled' in (old.status, new.status))
  execute function note_cancelled_at();

-- As before (0053), with a reason of its own for an event that is cancelled.
create or replace function why_left_out(
  is_active boolean, event_status text, start_time timestamptz, in_play boolean, confirmed_at timestamptz,
  old_at timestamptz, quote_status text, at timestamptz
) returns text language sql immutable as $$
  select case
    when not is_active then 'inactive'
    when event_status = 'cancelled' then 'cancelled'
    when event_status = 'finished' then 'started'
    when (start_time <= at or event_status <> 'scheduled') and not (coalesce(in_play, false) and confirmed_at >= start_time)
      then 'started'
    when quote_status is not null then quote_status
    when old_at <= at then 'old'
  end
$$;

-- As before (0053), also for a match that was cancelled before its start.
create or replace function close_quotes(events uuid[], at timestamptz) returns void language sql as $$
  with closed as (
    select e.event, least(coalesce(m.start_time, o.start_time), m.cancelled_at) as closed_at
    from priced_events e
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    where e.event = any (events) and (coalesce(m.status, o.status) <> 'cancelled' or m.cancelled_at < m.start_time)
  ), last as (
    select q.market, q.bookmaker, q.side, case when q.changed_at <= c.closed_at then q.prices else (
      select h.prices from quote_changes h
      where h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
        and h.at <= c.closed_at and h.at > c.closed_at - interval '90 days'
      order by h.at desc limit 1) end as prices
    from closed c join markets k on k.event = c.event join quotes q on q.market = k.id
    where c.closed_at <= at and q.closing is null
  )
  update quotes q set closing = l.prices
  from last l
  where q.market = l.market and q.bookmaker = l.bookmaker and q.side = l.side
    and array_length(array_remove(l.prices, null), 1) > 0
$$;

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
  end if;
  return null;
end
$$;
