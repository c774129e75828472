DROP INDEX "attachments_to_purge";--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "carried" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "created_by_id" integer;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_messages_attached" ON "conversation_messages" USING btree ("conversation_id","id") WHERE attachment_ids <> '{}';--> statement-breakpoint
CREATE INDEX "access_tokens_created_by" ON "access_tokens" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "users_avatar_file" ON "users" USING btree ("avatar_file_id");--> statement-breakpoint
CREATE INDEX "attachments_to_purge" ON "attachments" USING btree ("id") WHERE deleted and not (carried or turned_in) and storage_key is not null;--> statement-breakpoint
-- Files that something carries already; what was deleted or replaced before is as it was (D4.1).
update attachments set carried = true where not deleted and (turned_in
  or id in (select unnest(m.attachment_ids) from conversation_messages m where m.attachment_ids <> '{}')
  or id in (select e.attachment_id from discussion_entries e where e.attachment_id is not null and not e.deleted));
--> statement-breakpoint
-- Not in src/store/schema/users.ts, which what it refers to imports. Rows of files stay when these are deleted.
alter table users add constraint users_avatar_file_id_attachments_id_fk foreign key (avatar_file_id) references attachments (id);
