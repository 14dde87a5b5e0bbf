-- A former address of a page leads to it while no published page has the address: a draft that takes it does not end that, for good or for a while.
-- The address passes to another page only if that leaves it while it is published. A page that was published there, and is a draft when it
-- is renamed, has no redirect from it.
drop trigger pages_new_slug on pages;
drop trigger pages_old_slug on pages;

create function remember_old_page_slug() returns trigger language plpgsql as $$
begin
  insert into old_slugs (entity, slug, target_id) values ('page', old.slug, new.id)
  on conflict (entity, parent_id, slug) do update set target_id = excluded.target_id, created_at = now()
    where old.is_published;
  return null;
end
$$;

create trigger pages_old_slug after update of slug on pages for each row
  when (old.slug <> new.slug) execute function remember_old_page_slug();
