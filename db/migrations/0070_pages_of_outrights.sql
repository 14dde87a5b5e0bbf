/*
 * Pages of outrights. `outrights:<league>` is the list of a league's outrights: which there are, their names, times and
 * participants. Prices are told as those of a match (`prices:<event>`).
 */
create function outrights_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform send_changes(array(select distinct 'outrights:' || league_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform send_changes(array(select distinct 'outrights:' || league_id from old_rows));
  else
    perform send_changes(array(
      select distinct unnest(array['outrights:' || n.league_id, 'outrights:' || o.league_id])
      from new_rows n join old_rows o on o.id = n.id
      where (o.league_id, o.name, o.slug, o.start_time, o.status) is distinct from (n.league_id, n.name, n.slug, n.start_time, n.status))
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
create trigger outrights_tell_insert after insert on outrights referencing new table as new_rows
  for each statement execute function outrights_changed();
create trigger outrights_tell_update after update on outrights referencing old table as old_rows new table as new_rows
  for each statement execute function outrights_changed();
create trigger outrights_tell_delete after delete on outrights referencing old table as old_rows
  for each statement execute function outrights_changed();

create function outright_participants_changed() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select distinct 'outrights:' || o.league_id from new_rows n join outrights o on o.id = n.outright_id));
  return null;
end
$$;
create trigger outright_participants_tell after insert on outright_participants referencing new table as new_rows
  for each statement execute function outright_participants_changed();

-- A click on a price of an outright.
alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'outright', 'dropping-odds', 'sure-bets')) not valid;
alter table clicks validate constraint clicks_page_check;
