-- CreateTable
CREATE TABLE "replaced_files" (
    "file_id" INTEGER NOT NULL,
    "by_id" INTEGER NOT NULL,

    CONSTRAINT "replaced_files_pkey" PRIMARY KEY ("file_id")
);

-- CreateIndex
CREATE INDEX "replaced_files_by" ON "replaced_files"("by_id");

-- AddForeignKey
ALTER TABLE "replaced_files" ADD CONSTRAINT "replaced_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "replaced_files" ADD CONSTRAINT "replaced_files_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
