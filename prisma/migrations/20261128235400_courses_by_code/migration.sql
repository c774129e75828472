-- As `courses_name`: a search of courses looks into both.
CREATE INDEX "courses_code" ON "courses" USING GIN (replace(lower("course_code"), 'ς', 'σ') gin_trgm_ops);
