-- CreateEnum
CREATE TYPE "module_item_kind" AS ENUM ('Assignment', 'Quiz', 'Discussion', 'File', 'SubHeader', 'ExternalUrl');

-- CreateEnum
CREATE TYPE "module_requirement" AS ENUM ('must_view', 'must_contribute', 'must_submit', 'min_score', 'must_mark_done');

-- CreateTable
CREATE TABLE "course_modules" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "unlock_at" TIMESTAMPTZ(3),
    "require_sequential_progress" BOOLEAN NOT NULL DEFAULT false,
    "prerequisite_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "waits_for" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "published" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "course_modules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "module_items" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "module_id" INTEGER NOT NULL,
    "kind" "module_item_kind" NOT NULL,
    "position" INTEGER NOT NULL,
    "indent" INTEGER NOT NULL DEFAULT 0,
    "title" TEXT,
    "assignment_id" INTEGER,
    "quiz_id" INTEGER,
    "topic_id" INTEGER,
    "file_id" INTEGER,
    "url" TEXT,
    "new_tab" BOOLEAN NOT NULL DEFAULT false,
    "published" BOOLEAN NOT NULL DEFAULT false,
    "requirement" "module_requirement",
    "min_score" DOUBLE PRECISION,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "module_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "module_item_progress" (
    "item_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "viewed_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "module_item_progress_pkey" PRIMARY KEY ("item_id","user_id")
);

-- CreateIndex
CREATE INDEX "course_modules_course" ON "course_modules"("course_id", "position", "id");

-- CreateIndex
CREATE INDEX "module_items_module" ON "module_items"("module_id", "position", "id");

-- CreateIndex
CREATE INDEX "module_items_assignment" ON "module_items"("assignment_id");

-- CreateIndex
CREATE INDEX "module_items_quiz" ON "module_items"("quiz_id");

-- CreateIndex
CREATE INDEX "module_items_topic" ON "module_items"("topic_id");

-- CreateIndex
CREATE INDEX "module_items_file" ON "module_items"("file_id");

-- CreateIndex
CREATE INDEX "module_item_progress_user" ON "module_item_progress"("user_id");

-- AddForeignKey
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "course_modules"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "discussion_topics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_item_progress" ADD CONSTRAINT "module_item_progress_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "module_items"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "module_item_progress" ADD CONSTRAINT "module_item_progress_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- An item has the content of its kind alone; which kind has which column its area says.
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_one_content" CHECK (num_nonnulls("assignment_id", "quiz_id", "topic_id", "file_id") <= 1);
