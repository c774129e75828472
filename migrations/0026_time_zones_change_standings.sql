-- Standings in what a caller takes part in are made of the zones of courses, too (see 0001).
create or replace trigger standing_changed
  after delete or truncate or update of account_id, root_account_id, name, state, is_public, allow_student_forum_attachments,
    allow_student_discussion_editing, time_zone on courses
  for each statement execute function standing_changed();
