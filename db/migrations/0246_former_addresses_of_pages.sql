-- A page of the operator that gets another slug is found at its former address, as a league is. A page that takes a former slug owns it.
alter table old_slugs drop constraint old_slugs_entity_check;
alter table old_slugs add constraint old_slugs_entity_check check (entity in ('sport', 'country', 'league', 'match', 'page'));

create trigger pages_new_slug after insert on pages for each row execute function remember_old_slug('page');
create trigger pages_old_slug after update of slug on pages for each row
  when (old.slug <> new.slug) execute function remember_old_slug('page');
