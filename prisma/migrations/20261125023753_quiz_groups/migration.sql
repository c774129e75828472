ALTER TABLE "quiz_attempts" ADD COLUMN     "drawn" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

ALTER TABLE "quiz_questions" ADD COLUMN     "group_id" INTEGER;

ALTER TABLE "quizzes" ADD COLUMN     "draws" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "quiz_groups" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "quiz_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "pick_count" INTEGER NOT NULL,
    "question_points" DOUBLE PRECISION NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quiz_groups_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "quiz_groups_quiz" ON "quiz_groups"("quiz_id", "position", "id");

CREATE INDEX "quiz_questions_group" ON "quiz_questions"("group_id");

ALTER TABLE "quiz_groups" ADD CONSTRAINT "quiz_groups_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "quiz_questions" ADD CONSTRAINT "quiz_questions_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "quiz_groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
