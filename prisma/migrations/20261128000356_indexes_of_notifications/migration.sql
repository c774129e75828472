-- An index of what a row may refer to leaves out the rows that refer to nothing: they are most, and each was written in it. One table a
-- migration, held from the start: who holds one thing and waits for another here waits for nobody who waits for them.

LOCK TABLE "notifications" IN ACCESS EXCLUSIVE MODE;

DROP INDEX "notifications_group", "notifications_assignment", "notifications_entry", "notifications_quiz";
CREATE INDEX "notifications_group" ON "notifications"("group_id") WHERE (group_id IS NOT NULL);
CREATE INDEX "notifications_assignment" ON "notifications"("assignment_id") WHERE (assignment_id IS NOT NULL);
CREATE INDEX "notifications_entry" ON "notifications"("entry_id") WHERE (entry_id IS NOT NULL);
CREATE INDEX "notifications_quiz" ON "notifications"("quiz_id") WHERE (quiz_id IS NOT NULL);
