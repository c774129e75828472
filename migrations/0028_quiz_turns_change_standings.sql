-- Standings in attempts say whether questions come one at a time, with and without going back (see 0021).
create or replace trigger standing_changed after delete or truncate or update of course_id, deleted, ip_filter, one_question_at_a_time, cant_go_back
  on quizzes for each statement execute function standing_changed();
