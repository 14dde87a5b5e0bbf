-- Whether the footer links to the reference of the API and to the widgets.
alter table site_settings add column program_links boolean not null default true;

-- Pages of teams depend on which names mean one team.
create trigger team_name_decisions_tell_insert after insert on team_name_decisions referencing new table as new_rows
  for each statement execute function table_changed('team-mappings');
create trigger team_name_decisions_tell_update after update on team_name_decisions referencing new table as new_rows
  for each statement execute function table_changed('team-mappings');
create trigger team_name_decisions_tell_delete after delete on team_name_decisions referencing old table as old_rows
  for each statement execute function table_changed('team-mappings');
