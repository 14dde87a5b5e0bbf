/*
 * The closing price of a quote is looked for in the changes of single weeks, and the week of a price that has stood for long is
 * packed. Where there is no change from before the start, the first one after it says what it replaced (0066). It is the first
 * one for a month only: older weeks are packed.
 */

-- As before (0184), but for that. How a replaced price was written is known if it is the first one.
create or replace function close_quotes(events uuid[], at timestamptz) returns void language sql as $$
  with closed as (
    select e.event, least(coalesce(m.start_time, o.start_time), m.cancelled_at) as closed_at
    from priced_events e
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    where e.event = any (events) and (coalesce(m.status, o.status) <> 'cancelled' or m.cancelled_at < m.start_time)
  ), last as (
    select q.market, q.bookmaker, q.side, l.prices, l.format, l.notation
    from closed c join markets k on k.event = c.event join quotes q on q.market = k.id
    cross join lateral (
      select 1 as place, q.prices, q.format, q.notation where q.changed_at <= c.closed_at
      union all
      (select 2, h.prices, h.format, h.notation from quote_changes h
      where q.changed_at > c.closed_at and h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
        and h.at <= c.closed_at and h.at > c.closed_at - interval '90 days'
      order by h.at desc limit 1)
      union all
      (select 3, h.replaced, case when h.replaced = q.opening then q.opening_format end,
        case when h.replaced = q.opening then q.opening_notation end
      from quote_changes h
      where q.changed_at > c.closed_at and h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
        and h.at > c.closed_at and c.closed_at > at - interval '30 days'
      order by h.at limit 1)
      order by place limit 1
    ) l
    where c.closed_at <= at and q.closing is null
  )
  update quotes q set closing = l.prices, closing_format = l.format, closing_notation = l.notation
  from last l
  where q.market = l.market and q.bookmaker = l.bookmaker and q.side = l.side
    and array_length(array_remove(l.prices, null), 1) > 0
$$;
