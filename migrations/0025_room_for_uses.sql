-- Every user's row, token and enrollments are written again each day, as last used. Where a page has room for that, no index is
-- touched, of which users have one of all words of their names. Pages that are full get room as rows are written elsewhere.
alter table users set (fillfactor = 85);--> statement-breakpoint
alter table access_tokens set (fillfactor = 85);--> statement-breakpoint
alter table enrollments set (fillfactor = 85);
