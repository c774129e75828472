-- CreateIndex
CREATE INDEX "enrollments_course_in_order" ON "enrollments"("course_id", "sort_key", "user_id");
