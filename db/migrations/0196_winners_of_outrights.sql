/*
 * Who has won an outright: the positions of its participants. Several can win, as in a dead heat or in a market of who
 * finishes among the first. Null: it is not known, since no feed says it.
 */
alter table outrights add winners smallint[] check (cardinality(winners) > 0);

-- As before (0070), also when the winners are stored.
create or replace function outrights_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform send_changes(array(select distinct 'outrights:' || league_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform send_changes(array(select distinct 'outrights:' || league_id from old_rows));
  else
    perform send_changes(array(
      select distinct unnest(array['outrights:' || n.league_id, 'outrights:' || o.league_id])
      from new_rows n join old_rows o on o.id = n.id
      where (o.league_id, o.name, o.slug, o.start_time, o.status, o.winners)
        is distinct from (n.league_id, n.name, n.slug, n.start_time, n.status, n.winners))
      || array(
      select 'prices:' || n.id from new_rows n join old_rows o on o.id = n.id
      where (o.start_time, o.status) is distinct from (n.start_time, n.status)));
    -- What a quote closed at goes by the actual start; the import that moves the start judges the prices again.
    update quotes q set closing = null
    from new_rows n join old_rows o on o.id = n.id join markets k on k.event = n.id
    where n.start_time <> o.start_time and q.market = k.id and q.closing is not null;
  end if;
  return null;
end
$$;
