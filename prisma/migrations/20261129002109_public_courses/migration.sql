-- CreateIndex
CREATE INDEX "courses_public" ON "courses"("root_account_id", "id") WHERE (is_public);
