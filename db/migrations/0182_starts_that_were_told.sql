-- The start that an alert of a kick-off has told: a match that is moved afterwards is told again. Null for other alerts.
alter table visitor_alert_firings add starts_at timestamptz;
create index visitor_alert_firings_starts on visitor_alert_firings (starts_at) where starts_at is not null;
