-- CreateTable
CREATE TABLE "grading_period_sets" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "account_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "weighted" BOOLEAN NOT NULL DEFAULT false,
    "display_totals_for_all_grading_periods" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grading_period_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grading_periods" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "set_id" INTEGER,
    "course_id" INTEGER,
    "title" TEXT NOT NULL,
    "start_date" TIMESTAMPTZ(3) NOT NULL,
    "end_date" TIMESTAMPTZ(3) NOT NULL,
    "close_date" TIMESTAMPTZ(3) NOT NULL,
    "weight" DOUBLE PRECISION,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grading_periods_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "grading_period_sets_account" ON "grading_period_sets"("account_id", "id");

-- CreateIndex
CREATE INDEX "grading_periods_set" ON "grading_periods"("set_id", "start_date");

-- CreateIndex
CREATE INDEX "grading_periods_course" ON "grading_periods"("course_id", "start_date");

-- AddForeignKey
ALTER TABLE "grading_period_sets" ADD CONSTRAINT "grading_period_sets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grading_periods" ADD CONSTRAINT "grading_periods_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "grading_period_sets"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grading_periods" ADD CONSTRAINT "grading_periods_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Of a set or of a course.
ALTER TABLE "grading_periods" ADD CONSTRAINT "grading_periods_of_one" CHECK ((set_id IS NULL) <> (course_id IS NULL));
ALTER TABLE "grading_periods" ADD CONSTRAINT "grading_periods_dates" CHECK (start_date < end_date AND end_date <= close_date);
