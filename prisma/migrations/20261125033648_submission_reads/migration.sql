ALTER TABLE "submission_comments" ADD COLUMN     "file_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

CREATE TABLE "submission_reads" (
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "reader_id" INTEGER NOT NULL,
    "grade_at" TIMESTAMPTZ(3),
    "comment_at" TIMESTAMPTZ(3),
    "rubric_at" TIMESTAMPTZ(3),
    "unread" BOOLEAN NOT NULL,

    CONSTRAINT "submission_reads_pkey" PRIMARY KEY ("assignment_id","user_id","reader_id")
);

CREATE INDEX "submission_reads_reader" ON "submission_reads"("reader_id");

ALTER TABLE "submission_reads" ADD CONSTRAINT "submission_reads_assignment_id_user_id_fkey" FOREIGN KEY ("assignment_id", "user_id") REFERENCES "submissions"("assignment_id", "user_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "submission_reads" ADD CONSTRAINT "submission_reads_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
