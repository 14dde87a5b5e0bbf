-- Labels of tables, teams, closing odds and bookmakers have a namespace of their own, so that islands do not load them.
insert into translation_namespaces (name, description) values ('statistics', 'Tables, teams, closing odds and bookmakers')
on conflict (name) do nothing;
