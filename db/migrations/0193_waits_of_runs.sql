-- How long a run waited for its source: the scheduled runs of slow sources are executed one at a time.
alter table runs add column waited_ms integer;
