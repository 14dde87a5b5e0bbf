/*
 * The markets whose prices have dropped, as they were last chosen for a window and an audience. A list shows the former choice while
 * the next one is made, also after a start and in another process; the prices of its rows are always current.
 */
create table drop_choices (
  time_window text not null,
  audience text not null,
  made_at timestamptz not null,
  until timestamptz not null,
  candidates jsonb not null,
  primary key (time_window, audience)
);

-- Whether the prices counted when they were stored: prices of the past, which a file or a snapshot brings, do not lapse (0185).
alter table quotes_seen add was_current boolean not null default true;
