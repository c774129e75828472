-- Standings in attempts are made of their quizzes, too; those in courses of what students may do in discussions (see 0001).
create trigger standing_changed after delete or truncate or update of course_id, deleted, ip_filter, cant_go_back on quizzes
  for each statement execute function standing_changed();
--> statement-breakpoint
create or replace trigger standing_changed
  after delete or truncate or update of account_id, root_account_id, name, state, is_public, allow_student_forum_attachments,
    allow_student_discussion_editing on courses
  for each statement execute function standing_changed();
