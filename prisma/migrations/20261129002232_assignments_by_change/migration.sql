-- As `enrollments_updated_at`.
CREATE INDEX "assignments_updated_at" ON "assignments" USING BRIN ("updated_at") WITH (pages_per_range = 32, autosummarize = on);
