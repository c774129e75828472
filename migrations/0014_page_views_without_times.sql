DROP INDEX "page_views_created_at";--> statement-breakpoint
ALTER TABLE "page_views" DROP COLUMN "created_at";