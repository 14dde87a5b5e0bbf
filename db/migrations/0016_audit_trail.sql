-- Who changed what in the back office, and when: one row for each item that a save, a run or a click has changed.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null when the account is gone; its address stays readable.
  user_id uuid references profiles on delete set null,
  user_email text not null,
  -- The table whose row it is, or the tool that was used.
  entity text not null check (entity <> ''),
  entity_id text not null,
  -- What the item was called at the time.
  label text not null,
  action text not null check (action in ('create', 'update', 'delete', 'run')),
  -- Only the columns that changed; null where there was nothing before, or nothing is left.
  before jsonb,
  after jsonb
);
create index audit_log_recent on audit_log (id desc, entity);
create index audit_log_item on audit_log (entity, entity_id, id desc);
create index audit_log_user on audit_log (user_id, id desc);
