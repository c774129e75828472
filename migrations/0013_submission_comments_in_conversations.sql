CREATE TABLE "conversation_comments" (
	"message_id" integer PRIMARY KEY NOT NULL,
	"comment_id" integer NOT NULL,
	"conversation_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_message_id_conversation_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."conversation_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_comment_id_submission_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."submission_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_comments_once" ON "conversation_comments" USING btree ("comment_id","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_comments_conversation" ON "conversation_comments" USING btree ("conversation_id","message_id");