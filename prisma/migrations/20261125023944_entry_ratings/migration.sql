ALTER TABLE "discussion_entries" ADD COLUMN     "rating_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rating_sum" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "discussion_topics" ADD COLUMN     "allow_rating" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "attachment_id" INTEGER,
ADD COLUMN     "only_graders_can_rate" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sort_by_rating" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "discussion_entry_ratings" (
    "topic_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "rating" SMALLINT NOT NULL,

    CONSTRAINT "discussion_entry_ratings_pkey" PRIMARY KEY ("topic_id","user_id","entry_id")
);

CREATE INDEX "discussion_entry_ratings_entry" ON "discussion_entry_ratings"("topic_id", "entry_id");

CREATE INDEX "discussion_entry_ratings_user" ON "discussion_entry_ratings"("user_id");

CREATE INDEX "discussion_topics_attachment" ON "discussion_topics"("attachment_id");

ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "discussion_entry_ratings" ADD CONSTRAINT "discussion_entry_ratings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "discussion_entry_ratings" ADD CONSTRAINT "discussion_entry_ratings_topic_id_entry_id_fkey" FOREIGN KEY ("topic_id", "entry_id") REFERENCES "discussion_entries"("topic_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "discussion_entry_ratings" ADD CONSTRAINT "discussion_entry_ratings_zero_or_one" CHECK ("rating" IN (0, 1));

-- What of an entry is counted is what was given it (discussions#101).
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_ratings" CHECK ("rating_sum" BETWEEN 0 AND "rating_count");
