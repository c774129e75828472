CREATE TYPE "quiz_report_type" AS ENUM ('student_analysis', 'item_analysis');

CREATE TABLE "quiz_reports" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "quiz_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" "quiz_report_type" NOT NULL,
    "all_versions" BOOLEAN NOT NULL,
    "progress" INTEGER NOT NULL,
    "file_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quiz_reports_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "quiz_reports_user" ON "quiz_reports"("user_id");

CREATE INDEX "quiz_reports_file" ON "quiz_reports"("file_id");

CREATE UNIQUE INDEX "quiz_reports_once" ON "quiz_reports"("quiz_id", "user_id", "type", "all_versions");

ALTER TABLE "quiz_reports" ADD CONSTRAINT "quiz_reports_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "quiz_reports" ADD CONSTRAINT "quiz_reports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "quiz_reports" ADD CONSTRAINT "quiz_reports_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
