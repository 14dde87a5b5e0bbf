-- Two-factor authentication on the tables of 0014.

-- One set-up for a user: a second one that is begun at the same moment fails instead of standing beside the first.
drop index two_factors_user;
alter table two_factors
  add constraint two_factors_one_a_user unique (user_id),
  -- Recovery codes are shown once, by whatever reads them first after they were made.
  add codes_shown boolean not null default false;

-- The back office opens to administrators with two-factor authentication only.
alter table site_settings add require_admin_two_factor boolean not null default false;
