-- An index of what a row may refer to leaves out the rows that refer to nothing: they are most, and each was written in it. One table a
-- migration, held from the start: who holds one thing and waits for another here waits for nobody who waits for them.

LOCK TABLE "discussion_topics" IN ACCESS EXCLUSIVE MODE;

DROP INDEX "discussion_topics_group", "discussion_topics_collection_item", "discussion_topics_group_category", "discussion_topics_assignment", "discussion_topics_attachment", "discussion_topics_one_of_a_group", "discussion_topics_one_of_an_item", "discussion_topics_one_of_an_assignment", "discussion_topics_group_activity";
CREATE INDEX "discussion_topics_group" ON "discussion_topics"("group_id", "is_announcement", "pinned" DESC NULLS LAST, "position", "id" DESC NULLS LAST) WHERE (group_id IS NOT NULL);
CREATE INDEX "discussion_topics_collection_item" ON "discussion_topics"("collection_item_id") WHERE (collection_item_id IS NOT NULL);
CREATE INDEX "discussion_topics_group_category" ON "discussion_topics"("group_category_id") WHERE (group_category_id IS NOT NULL);
CREATE INDEX "discussion_topics_assignment" ON "discussion_topics"("assignment_id") WHERE (assignment_id IS NOT NULL);
CREATE INDEX "discussion_topics_attachment" ON "discussion_topics"("attachment_id") WHERE (attachment_id IS NOT NULL);
CREATE UNIQUE INDEX "discussion_topics_one_of_a_group" ON "discussion_topics"("root_topic_id", "group_id") WHERE (root_topic_id IS NOT NULL);
CREATE UNIQUE INDEX "discussion_topics_one_of_an_item" ON "discussion_topics"("collection_item_id") WHERE ((collection_item_id IS NOT NULL) AND (state <> 'deleted'::topic_state));
CREATE UNIQUE INDEX "discussion_topics_one_of_an_assignment" ON "discussion_topics"("assignment_id") WHERE ((assignment_id IS NOT NULL) AND (root_topic_id IS NULL) AND (state <> 'deleted'::topic_state));
CREATE INDEX "discussion_topics_group_activity" ON "discussion_topics"("group_id", "is_announcement", (COALESCE(last_reply_at, posted_at, created_at)), "id") WHERE ((group_id IS NOT NULL) AND (state <> 'deleted'::topic_state));
