-- A standing in a file or a folder is made of where it lies and whether it is concealed (src/access/finding.ts).
create trigger standing_changed after delete or truncate or update of user_id, course_id, group_id, folder_id, locked, hidden, deleted on attachments
  for each statement execute function standing_changed();
--> statement-breakpoint
create trigger standing_changed after delete or truncate or update of user_id, course_id, group_id, parent_id, ancestors, locked, hidden, deleted on folders
  for each statement execute function standing_changed();
