-- Whether an operator has chosen the languages of the site: those of a new site are there before anybody did anything.
alter table site_settings add languages_chosen boolean not null default false;
update site_settings set languages_chosen = true
  where exists (select from matches) or exists (select from audit_log where entity = 'languages');
