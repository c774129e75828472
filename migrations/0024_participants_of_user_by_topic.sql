DROP INDEX "discussion_participants_user";--> statement-breakpoint
CREATE INDEX "discussion_participants_user" ON "discussion_participants" USING btree ("user_id","topic_id");