-- Whether the sides of the match that a former address or id leads to are swapped, after a merge; null if that is not known.
alter table old_slugs add column turned boolean;

-- Of merges before, only those that can be undone say it.
update old_slugs o set turned = k.turned from match_merges k
where o.entity = 'match' and o.target_id = k.keep_id and o.slug = any (array[k.gone ->> 'id', k.gone ->> 'slug'])
  and o.parent_id is not distinct from case when o.slug = k.gone ->> 'slug' then (k.gone ->> 'league_id')::uuid end;

create or replace function remember_old_slug() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
  place text := case kind when 'country' then 'sport_id' when 'league' then 'country_id' when 'match' then 'league_id' end;
  parent uuid := (to_jsonb(new) ->> place)::uuid;
  left_parent uuid := (to_jsonb(old) ->> place)::uuid;
begin
  delete from old_slugs where entity = kind and parent_id is not distinct from parent and slug = new.slug;
  if old.slug <> '' then
    insert into old_slugs (entity, parent_id, slug, target_id, turned) values (kind, left_parent, old.slug, new.id, false)
    on conflict (entity, parent_id, slug) do update
      set target_id = excluded.target_id, turned = excluded.turned, created_at = now();
  end if;
  return null;
end
$$;
