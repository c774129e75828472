/** What is done in the background, under these names. */
export const POST_TOPIC = 'post_delayed_topic';
export const CHILDREN = 'keep_group_topics';
export const BUILD_VIEW = 'build_discussion_view';
