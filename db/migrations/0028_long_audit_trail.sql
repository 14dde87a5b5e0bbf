-- The trail stays quick as it grows: by days and for its retention, and what was done to one kind of item, newest first.

create index audit_log_at on audit_log (at);
create index audit_log_entity on audit_log (entity, id desc);
