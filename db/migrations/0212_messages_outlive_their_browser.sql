-- What was sent to a browser stays told when its subscription ends. A message that waits for it is dropped when it is due.
alter table visitor_alert_messages
  drop constraint visitor_alert_messages_subscription_id_fkey,
  drop constraint visitor_alert_messages_check,
  drop constraint visitor_alert_messages_firing_id_channel_subscription_id_key,
  add foreign key (subscription_id) references push_subscriptions on delete set null,
  add check (channel = 'push' or subscription_id is null);
create unique index visitor_alert_messages_mail on visitor_alert_messages (firing_id) where channel = 'mail';
create unique index visitor_alert_messages_browser on visitor_alert_messages (firing_id, subscription_id)
  where subscription_id is not null;
