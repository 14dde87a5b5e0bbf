-- What is wrong with a schedule or the site, from when to when. One of a kind and subject is open at a time.
create table troubles (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('failing', 'empty', 'shrunken', 'late', 'stopped', 'disk')),
  -- A schedule's id, or `site`.
  subject text not null,
  -- The schedule's key, and the name that its operator gave it; empty for the site.
  source text not null default '',
  name text not null default '',
  -- What the texts say: a code of an error, counts, an instant.
  detail jsonb not null default '{}',
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- When messages about it were asked for; null: not yet, or it was over before the quiet hours were.
  opening_told_at timestamptz,
  closing_told_at timestamptz
);
create unique index troubles_open on troubles (subject, kind) where closed_at is null;
create index troubles_recent on troubles (opened_at desc);

create table alert_settings (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  mails boolean not null default true,
  -- Addresses, by commas; empty: every active administrator.
  mail_to text not null default '',
  webhook_url text not null default '',
  -- Sealed with the site's secret.
  webhook_secret text,
  -- Nothing is sent between these times of the day (HH:MM); equal: there are none.
  quiet_from text not null default '00:00',
  quiet_until text not null default '00:00',
  time_zone text not null default 'UTC',
  updated_at timestamptz not null default now()
);
insert into alert_settings default values;
create trigger alert_settings_updated_at before update on alert_settings for each row execute function set_updated_at();
