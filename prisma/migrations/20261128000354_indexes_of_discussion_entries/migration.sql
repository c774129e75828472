-- An index of what a row may refer to leaves out the rows that refer to nothing: they are most, and each was written in it. One table a
-- migration, held from the start: who holds one thing and waits for another here waits for nobody who waits for them.

LOCK TABLE "discussion_entries" IN ACCESS EXCLUSIVE MODE;

DROP INDEX "discussion_entries_editor", "discussion_entries_attachment";
CREATE INDEX "discussion_entries_editor" ON "discussion_entries"("editor_id") WHERE (editor_id IS NOT NULL);
CREATE INDEX "discussion_entries_attachment" ON "discussion_entries"("attachment_id") WHERE (attachment_id IS NOT NULL);
