-- An index of what a row may refer to leaves out the rows that refer to nothing: they are most, and each was written in it. One table a
-- migration, held from the start: who holds one thing and waits for another here waits for nobody who waits for them.

LOCK TABLE "submissions" IN ACCESS EXCLUSIVE MODE;

DROP INDEX "submissions_grader";
CREATE INDEX "submissions_grader" ON "submissions"("grader_id") WHERE (grader_id IS NOT NULL);
