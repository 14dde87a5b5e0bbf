-- Whether another alert of the visitor has told the same of the match: such a firing has no messages.
alter table visitor_alert_firings add is_repeat boolean not null default false;
