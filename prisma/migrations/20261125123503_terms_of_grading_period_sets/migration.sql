-- A column, so that a term is in one set at most.
ALTER TABLE "enrollment_terms" ADD COLUMN "grading_period_set_id" INTEGER;

-- CreateIndex
CREATE INDEX "enrollment_terms_grading_period_set" ON "enrollment_terms"("grading_period_set_id");

-- AddForeignKey
ALTER TABLE "enrollment_terms" ADD CONSTRAINT "enrollment_terms_grading_period_set_id_fkey" FOREIGN KEY ("grading_period_set_id") REFERENCES "grading_period_sets"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
