-- The groups of a place stand by id in its list (outcomes#40).
CREATE INDEX "outcome_groups_account_order" ON "outcome_groups"("account_id", "id");
CREATE INDEX "outcome_groups_course_order" ON "outcome_groups"("course_id", "id");

DROP INDEX "outcome_groups_account";
DROP INDEX "outcome_groups_course";
