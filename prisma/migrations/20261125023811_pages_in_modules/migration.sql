-- AlterEnum
ALTER TYPE "module_item_kind" ADD VALUE 'Page';

-- AlterTable
ALTER TABLE "module_items" ADD COLUMN     "page_id" INTEGER;

-- CreateIndex
CREATE INDEX "module_items_page" ON "module_items"("page_id");

-- AddForeignKey
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "wiki_pages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- An item has the content of its kind alone; which kind has which column its area says.
ALTER TABLE "module_items" DROP CONSTRAINT "module_items_one_content";
ALTER TABLE "module_items" ADD CONSTRAINT "module_items_one_content" CHECK (num_nonnulls("assignment_id", "quiz_id", "topic_id", "file_id", "page_id") <= 1);
