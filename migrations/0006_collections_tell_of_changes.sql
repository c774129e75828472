-- Collections and their items are contexts: standings are made of them (see 0001).
create trigger standing_changed after update or delete or truncate on collections
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after update or delete or truncate on collection_items
  for each statement execute function standing_changed();
--> statement-breakpoint
-- Stored views are sent as they are, whole: unpacking them would cost more than reading them.
alter table discussion_views alter column json set storage external;
