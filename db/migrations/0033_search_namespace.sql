-- Labels of the search ship with the site beside those of the eleven namespaces; without one of their own, nobody could
-- see, edit or export them.
insert into translation_namespaces (name, description) values ('search', 'The search of the site')
on conflict (name) do nothing;
