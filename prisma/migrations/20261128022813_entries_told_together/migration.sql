-- AlterTable
ALTER TABLE "discussion_topics" ADD COLUMN     "told_through" INTEGER;
