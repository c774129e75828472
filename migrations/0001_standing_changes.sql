-- What standings are made of tells when it changes: servers keep standings until then (src/access/standing-cache.ts).
-- Notes of use (last_used_at, last_activity_at) change no standing, and new tokens and users cannot be known to any server yet.
create function standing_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('standing', '');
  return null;
end $$;
--> statement-breakpoint
create trigger standing_changed after delete or truncate or update of hash, user_id, expires_at on access_tokens
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after delete or truncate or update of root_account_id, time_zone, deleted on users
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after insert or delete or truncate or update of account_id, user_id, direct on user_accounts
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after update or delete or truncate on accounts
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after insert or update or delete or truncate on account_admins
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after delete or truncate or update of account_id, root_account_id, name, state, is_public on courses
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after delete or truncate or update of course_id, deleted on course_sections
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after insert or delete or truncate
    or update of course_id, course_section_id, user_id, associated_user_id, type, state, limit_privileges_to_course_section on enrollments
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after delete or truncate or update of course_id, deleted on group_categories
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after update or delete or truncate on groups
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after insert or update or delete or truncate on group_memberships
  for each statement execute function standing_changed();
