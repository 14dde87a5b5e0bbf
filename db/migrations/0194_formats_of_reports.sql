-- How the columns of a sender's report are read: the next report with the same headings needs no choice.
create table report_formats (
  sender_id uuid not null references postback_senders on delete cascade,
  -- The headings in alphabetical order, as JSON.
  headings text not null,
  -- Null for a column that the operator chose to be none.
  format jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (sender_id, headings)
);

-- As a row of a network's report names it; before that of the click. Like clicks, it outlives the bookmaker.
alter table earnings add bookmaker_id uuid;
