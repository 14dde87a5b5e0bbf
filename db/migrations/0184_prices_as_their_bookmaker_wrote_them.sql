/*
 * How a bookmaker wrote its prices, where that does not follow from the price and the format of the quote: 3/2, which
 * is 6/4 in the fractions that bookmakers use most, or a fraction among decimals. One text for each outcome, null where it follows. The
 * first prices and the closing prices keep theirs.
 */
alter table quotes add notation text[], add opening_format smallint, add opening_notation text[],
  add closing_format smallint, add closing_notation text[];
alter table quote_changes add format smallint, add notation text[];

-- As before (0180), with how the closing prices were written.
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
      select q.prices, q.format, q.notation where q.changed_at <= c.closed_at
      union all
      (select h.prices, h.format, h.notation from quote_changes h
      where q.changed_at > c.closed_at and h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
        and h.at <= c.closed_at and h.at > c.closed_at - interval '90 days'
      order by h.at desc limit 1)
    ) l
    where c.closed_at <= at and q.closing is null
  )
  update quotes q set closing = l.prices, closing_format = l.format, closing_notation = l.notation
  from last l
  where q.market = l.market and q.bookmaker = l.bookmaker and q.side = l.side
    and array_length(array_remove(l.prices, null), 1) > 0
$$;
