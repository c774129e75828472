-- CreateTable
CREATE TABLE "course_syllabuses" (
    "course_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "course_syllabuses_pkey" PRIMARY KEY ("course_id")
);

-- AddForeignKey
ALTER TABLE "course_syllabuses" ADD CONSTRAINT "course_syllabuses_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
