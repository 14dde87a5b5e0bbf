-- Whether a visitor may choose light or dark instead of the operator's colours.
alter table site_settings add column visitor_schemes boolean not null default true;
