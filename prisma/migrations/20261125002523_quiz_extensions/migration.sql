ALTER TABLE "quiz_attempts" ADD COLUMN     "lock_at" TIMESTAMPTZ(3);

CREATE TABLE "quiz_extensions" (
    "quiz_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "extra_attempts" INTEGER NOT NULL,
    "extra_time" INTEGER NOT NULL,
    "manually_unlocked" BOOLEAN NOT NULL,

    CONSTRAINT "quiz_extensions_pkey" PRIMARY KEY ("quiz_id","user_id")
);

CREATE INDEX "quiz_extensions_user" ON "quiz_extensions"("user_id");

ALTER TABLE "quiz_extensions" ADD CONSTRAINT "quiz_extensions_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "quiz_extensions" ADD CONSTRAINT "quiz_extensions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Attempts under way that end when their quiz locks, and not when their time is up.
UPDATE "quiz_attempts" t SET "lock_at" = t."end_at" FROM "quizzes" q
WHERE q."id" = t."quiz_id" AND t."finished_at" IS NULL AND t."end_at" IS NOT NULL
    AND (q."time_limit" IS NULL OR t."end_at" < t."started_at" + make_interval(mins => q."time_limit"));
