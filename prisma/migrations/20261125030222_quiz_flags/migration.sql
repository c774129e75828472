CREATE TABLE "quiz_flags" (
    "attempt_id" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,

    CONSTRAINT "quiz_flags_pkey" PRIMARY KEY ("attempt_id","question_id")
);

ALTER TABLE "quiz_flags" ADD CONSTRAINT "quiz_flags_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "quiz_attempts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
