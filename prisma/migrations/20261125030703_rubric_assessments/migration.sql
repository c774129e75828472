CREATE TYPE "assessment_type" AS ENUM ('grading', 'peer_review');

CREATE TABLE "rubric_assessments" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" "assessment_type" NOT NULL,
    "assessor_id" INTEGER,
    "data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rubric_assessments_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "rubric_assessments_submission" ON "rubric_assessments"("assignment_id", "user_id");

CREATE INDEX "rubric_assessments_assessor" ON "rubric_assessments"("assessor_id");

CREATE UNIQUE INDEX "rubric_assessments_of_graders" ON "rubric_assessments"("assignment_id", "user_id") WHERE (type = 'grading'::assessment_type);

CREATE UNIQUE INDEX "rubric_assessments_of_reviewers" ON "rubric_assessments"("assignment_id", "user_id", "assessor_id") WHERE (type = 'peer_review'::assessment_type);

ALTER TABLE "rubric_assessments" ADD CONSTRAINT "rubric_assessments_assignment_id_user_id_fkey" FOREIGN KEY ("assignment_id", "user_id") REFERENCES "submissions"("assignment_id", "user_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "rubric_assessments" ADD CONSTRAINT "rubric_assessments_assessor_id_fkey" FOREIGN KEY ("assessor_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What graders say stands with the submission; what a reviewer says stands here.
ALTER TABLE "rubric_assessments" ADD CONSTRAINT "rubric_assessments_of_whom" CHECK (
    CASE "type" WHEN 'grading' THEN "data" IS NULL ELSE "data" IS NOT NULL AND "assessor_id" IS NOT NULL END);

-- Of those that were made before nothing else is known than who graded.
INSERT INTO "rubric_assessments" ("assignment_id", "user_id", "type", "assessor_id", "created_at", "updated_at")
SELECT "assignment_id", "user_id", 'grading', "grader_id", coalesce("graded_at", "updated_at"), coalesce("graded_at", "updated_at")
FROM "submissions" WHERE "assessment" IS NOT NULL ORDER BY "assignment_id", "user_id";
