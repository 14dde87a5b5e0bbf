-- References that were computed stay: with what bookmakers are references now, they would be others. Apart from 0220, whose lock on
-- the table would keep readers out while all its rows are written.
update value_prices v set closed_start = m.start_time from matches m
where m.id = v.event and v.closed_at is not null and v.closing_fair is not null;
select mark_value_dues(array(
  select distinct v.event from value_prices v join matches m on m.id = v.event
  where v.closed_at is not null and v.closing_fair is null and m.status <> 'cancelled'));
