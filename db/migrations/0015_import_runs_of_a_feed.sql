-- The last run of a feed: what the next one takes over from, and what the nightly clearing keeps.
create index import_runs_of_feed on import_runs (source, origin, created_at desc, id desc);
