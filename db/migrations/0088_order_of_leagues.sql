-- Whether an operator has set positions of leagues in this country. Until then, positions follow how much is quoted.
alter table countries add column leagues_ordered boolean not null default false;

-- Positions that differ from the order of creation were set by an operator.
update countries c set leagues_ordered = true
where exists (
  select from (
    select menu_position, lag(menu_position) over (order by created_at, menu_position) as before
    from leagues where country_id = c.id
  ) l where l.menu_position <= l.before
);
