-- A group set stands in a course or in an account.
ALTER TABLE "group_categories" ALTER COLUMN "course_id" DROP NOT NULL;
ALTER TABLE "group_categories" ADD COLUMN "account_id" INTEGER;
ALTER TABLE "group_categories" ADD CONSTRAINT "group_categories_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "group_categories" ADD CONSTRAINT "group_categories_one_context" CHECK (num_nonnulls("course_id", "account_id") = 1);
CREATE INDEX "group_categories_account" ON "group_categories"("account_id", "id");

-- A group of an account may stand in one of its sets; a course group always does.
ALTER TABLE "groups" DROP CONSTRAINT "groups_one_context";
ALTER TABLE "groups" ADD CONSTRAINT "groups_one_context" CHECK (num_nonnulls("course_id", "account_id") = 1 AND ("course_id" IS NULL OR "group_category_id" IS NOT NULL));

-- People are invited to groups by their confirmed mail addresses (groups#41).
CREATE INDEX "communication_channels_mail" ON "communication_channels"(lower("address")) WHERE "type" = 'email' AND "state" = 'active';
