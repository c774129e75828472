-- Outcomes are contexts: standings are made of them (see 0001).
create trigger standing_changed after delete or truncate or update of root_account_id, account_id, course_id, deleted on outcomes
  for each statement execute function standing_changed();
