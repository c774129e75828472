-- CreateTable
CREATE TABLE "custom_gradebook_columns" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "teacher_notes" BOOLEAN NOT NULL DEFAULT false,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_gradebook_columns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "custom_gradebook_notes" (
    "column_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_gradebook_notes_pkey" PRIMARY KEY ("column_id","user_id")
);

-- CreateIndex
CREATE INDEX "custom_gradebook_columns_course" ON "custom_gradebook_columns"("course_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "custom_gradebook_columns_teacher_notes" ON "custom_gradebook_columns"("course_id") WHERE (teacher_notes);

-- CreateIndex
CREATE INDEX "custom_gradebook_notes_user" ON "custom_gradebook_notes"("user_id");

-- AddForeignKey
ALTER TABLE "custom_gradebook_columns" ADD CONSTRAINT "custom_gradebook_columns_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "custom_gradebook_notes" ADD CONSTRAINT "custom_gradebook_notes_column_id_fkey" FOREIGN KEY ("column_id") REFERENCES "custom_gradebook_columns"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "custom_gradebook_notes" ADD CONSTRAINT "custom_gradebook_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
