-- CreateEnum
CREATE TYPE "plannable_type" AS ENUM ('announcement', 'assignment', 'calendar_event', 'discussion_topic', 'planner_note', 'quiz');

-- CreateTable
CREATE TABLE "planner_notes" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "course_id" INTEGER,
    "title" TEXT NOT NULL,
    "details" TEXT,
    "todo_date" TIMESTAMPTZ(3) NOT NULL,
    "linked_type" "plannable_type",
    "linked_id" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "planner_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "planner_overrides" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "plannable_type" "plannable_type" NOT NULL,
    "plannable_id" INTEGER NOT NULL,
    "marked_complete" BOOLEAN NOT NULL DEFAULT false,
    "dismissed" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "planner_overrides_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "planner_notes_user" ON "planner_notes"("user_id", "todo_date", "id");

-- CreateIndex
CREATE INDEX "planner_notes_course" ON "planner_notes"("course_id");

-- CreateIndex
CREATE UNIQUE INDEX "planner_notes_one_of_thing" ON "planner_notes"("user_id", "linked_type", "linked_id") WHERE (NOT deleted);

-- CreateIndex
CREATE INDEX "planner_overrides_user" ON "planner_overrides"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "planner_overrides_one_of_thing" ON "planner_overrides"("user_id", "plannable_type", "plannable_id") WHERE (NOT deleted);

-- AddForeignKey
ALTER TABLE "planner_notes" ADD CONSTRAINT "planner_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "planner_notes" ADD CONSTRAINT "planner_notes_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "planner_overrides" ADD CONSTRAINT "planner_overrides_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
