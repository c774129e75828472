-- CreateEnum
CREATE TYPE "late_policy_status" AS ENUM ('late', 'missing', 'extended', 'none');

-- CreateEnum
CREATE TYPE "late_interval" AS ENUM ('day', 'hour');

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "entered_grade" TEXT,
ADD COLUMN     "entered_score" DOUBLE PRECISION,
ADD COLUMN     "late_policy_status" "late_policy_status",
ADD COLUMN     "missing_grade" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "points_deducted" DOUBLE PRECISION,
ADD COLUMN     "seconds_late_override" INTEGER;

-- CreateTable
CREATE TABLE "late_policies" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "missing_submission_deduction_enabled" BOOLEAN NOT NULL DEFAULT false,
    "missing_submission_deduction" DOUBLE PRECISION NOT NULL DEFAULT 100,
    "late_submission_deduction_enabled" BOOLEAN NOT NULL DEFAULT false,
    "late_submission_deduction" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "late_submission_interval" "late_interval" NOT NULL DEFAULT 'day',
    "late_submission_minimum_percent_enabled" BOOLEAN NOT NULL DEFAULT false,
    "late_submission_minimum_percent" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "late_policies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "late_policy_sweeps" (
    "id" INTEGER NOT NULL,
    "swept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "late_policy_sweeps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "late_policies_course" ON "late_policies"("course_id");

-- AddForeignKey
ALTER TABLE "late_policies" ADD CONSTRAINT "late_policies_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "late_policy_sweeps" ADD CONSTRAINT "late_policy_sweeps_one" CHECK (id = 1);
INSERT INTO "late_policy_sweeps" ("id", "swept_at") VALUES (1, now());

ALTER TABLE "late_policies"
  ADD CONSTRAINT "late_policies_percent" CHECK (
    missing_submission_deduction BETWEEN 0 AND 100 AND late_submission_deduction BETWEEN 0 AND 100
    AND late_submission_minimum_percent BETWEEN 0 AND 100);
