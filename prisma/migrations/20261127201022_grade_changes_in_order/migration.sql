-- CreateIndex
CREATE INDEX "grade_changes_newest" ON "grade_changes"("assignment_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "grade_changes_of_grader" ON "grade_changes"("grader_id", "created_at", "id");

-- DropIndex: last, because who reads the table waits from here on.
DROP INDEX "grade_changes_grader";
