/*
 * The closing reference of a listed price stayed as it was first computed: at the start before a correction, and none for a match
 * that was cancelled and played later. The start by which it was computed is known now.
 */

-- Null while the price is open, and while no prices tell a reference, as of a cancelled match.
alter table value_prices add closed_start timestamptz;

-- References that were computed stay: with what bookmakers are references now, they would be others.
update value_prices v set closed_start = m.start_time from matches m
where m.id = v.event and v.closed_at is not null and v.closing_fair is not null;
select mark_value_dues(array(
  select distinct v.event from value_prices v join matches m on m.id = v.event
  where v.closed_at is not null and v.closing_fair is null and m.status <> 'cancelled'));
