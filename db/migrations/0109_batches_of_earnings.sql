-- Imported reports of earnings. A batch is taken back whole; its row stays.
create table earning_imports (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references postback_senders on delete cascade,
  -- As the operator's file is called.
  file_name text not null,
  imported_at timestamptz not null default now(),
  imported_by text not null,
  -- The transactions that were new.
  transactions integer not null,
  undone_at timestamptz,
  undone_by text
);
create index earning_imports_by_time on earning_imports (imported_at);
create index earning_imports_by_sender on earning_imports (sender_id);

-- Null for a postback, and for reports of before.
alter table earnings add import_id uuid references earning_imports on delete set null;
create index earnings_by_import on earnings (import_id) where import_id is not null;
