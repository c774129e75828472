import { z } from 'zod';
import { LockInfo } from '../../http/gates.ts';
import { html } from '../../http/parameters/html.ts';
import { idForm, idList } from '../../http/parameters/ids.ts';
import { boolean, integer, list, nullable, oneOf, optional, required, text, timestamp } from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { DiscussionType } from '../../store/generated/enums.ts';
import { AssignmentParameters } from '../assignments/parameters.ts';
import { Assignment } from '../assignments/schemas.ts';
import { ShownUser } from '../users/schemas.ts';

export const HOLDS = ['topic_is_announcement', 'initial_post_required', 'not_in_group_set', 'not_in_group'] as const;
export type Hold = (typeof HOLDS)[number];

const ORDERS = ['position', 'recent_activity'] as const;
export type Order = (typeof ORDERS)[number];

/** discussions#12: `attachments {content-type, url, filename, display_name}`. */
export const AttachedFile = z
  .object({ 'content-type': z.string(), url: z.string(), filename: z.string(), display_name: z.string() })
  .meta({ id: 'AttachedFile' });
export type AttachedFile = z.infer<typeof AttachedFile>;

/** discussions#12 */
export const Author = ShownUser.meta({ id: 'DiscussionAuthor' });
export type Author = ShownUser;

const READ_STATE = z.enum(['read', 'unread']);

/** discussions#12. The topic of a collection item has no id and no time until it is made (collections#10). */
export const Topic = z
  .object({
    id: z.int().nullable(),
    title: z.string(),
    message: z.string().nullable(),
    html_url: z.string(),
    created_at: moment.nullable(),
    posted_at: moment.nullable(),
    last_reply_at: moment.nullable(),
    delayed_post_at: moment.nullable(),
    lock_at: moment.nullable(),
    require_initial_post: z.boolean(),
    user_can_see_posts: z.boolean(),
    discussion_subentry_count: z.int(),
    read_state: READ_STATE,
    unread_count: z.int(),
    subscribed: z.boolean(),
    assignment_id: z.int().nullable(),
    published: z.boolean(),
    locked: z.boolean(),
    pinned: z.boolean(),
    position: z.int().nullable(),
    locked_for_user: z.boolean(),
    user_name: z.string(),
    author: Author,
    topic_children: z.array(z.int()),
    root_topic_id: z.int().nullable(),
    group_category_id: z.int().nullable(),
    podcast_url: z.string().nullable(),
    podcast_has_student_posts: z.boolean(),
    allow_rating: z.boolean(),
    only_graders_can_rate: z.boolean(),
    sort_by_rating: z.boolean(),
    discussion_type: z.enum(DiscussionType),
    is_announcement: z.boolean(),
    /** discussions#104: clients read it. */
    is_section_specific: z.boolean(),
    attachments: z.array(AttachedFile),
    permissions: z.object({ attach: z.boolean(), update: z.boolean(), delete: z.boolean(), reply: z.boolean() }),
    assignment: Assignment.optional(),
    subscription_hold: z.enum(HOLDS).optional(),
    lock_info: LockInfo.optional(),
    lock_explanation: z.string().optional(),
  })
  .meta({ id: 'DiscussionTopic' });
export type Topic = z.infer<typeof Topic>;

/** An announcement among those of several courses (discussions#28). */
export const Announcement = Topic.extend({ context_code: z.string() }).meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof Announcement>;

const entryFields = {
  id: z.int(),
  parent_id: z.int().nullable(),
  created_at: moment,
  updated_at: moment,
  read_state: READ_STATE,
  forced_read_state: z.boolean(),
  // Absent of a deleted entry (discussions#44).
  user_id: z.int().optional(),
  user_name: z.string().optional(),
  message: z.string().optional(),
  rating_count: z.int().optional(),
  rating_sum: z.int().optional(),
  editor_id: z.int().optional(),
  attachment: AttachedFile.optional(),
  attachments: z.array(AttachedFile).optional(),
  deleted: z.boolean().optional(),
};

export const Reply = z.object(entryFields).meta({ id: 'DiscussionReply' });
export type Reply = z.infer<typeof Reply>;

/** discussions#39, discussions#44. */
export const Entry = z
  .object({ ...entryFields, recent_replies: z.array(Reply).optional(), has_more_replies: z.boolean().optional() })
  .meta({ id: 'DiscussionEntry' });
export type Entry = z.infer<typeof Entry>;

const viewFields = {
  id: z.int(),
  parent_id: z.int().nullable(),
  created_at: moment,
  updated_at: moment,
  user_id: z.int().optional(),
  message: z.string().optional(),
  // Where somebody has rated it (discussions#100).
  rating_count: z.int().optional(),
  rating_sum: z.int().optional(),
  editor_id: z.int().optional(),
  attachment: AttachedFile.optional(),
  attachments: z.array(AttachedFile).optional(),
  deleted: z.boolean().optional(),
};
const flatViewEntry = z.object(viewFields);
export interface ViewEntry extends z.infer<typeof flatViewEntry> {
  replies?: ViewEntry[] | undefined;
}
export const ViewEntry: z.ZodType<ViewEntry> = flatViewEntry
  .extend({ replies: z.lazy(() => z.array(ViewEntry)).optional() })
  .meta({ id: 'DiscussionViewEntry' });

export const Participant = z
  .object({
    id: z.int(),
    display_name: z.string(),
    avatar_url: z.string().nullable(),
    avatar_image_url: z.string().nullable(),
    html_url: z.string(),
  })
  .meta({ id: 'DiscussionParticipant' });
export type Participant = z.infer<typeof Participant>;

/** discussions#56. */
export const View = z
  .object({
    unread_entries: z.array(z.int()),
    /** What the caller gave entries, by their ids (discussions#100); left out where that is nothing. */
    entry_ratings: z.record(z.string(), z.int()).optional(),
    /** Set by hand, and not to be marked as read by a client by itself. */
    forced_entries: z.array(z.int()),
    participants: z.array(Participant),
    view: z.array(ViewEntry),
    new_entries: z.array(flatViewEntry).optional(),
  })
  .meta({ id: 'DiscussionView' });

/** discussions#79, `assignment`: an assignment's own, but for the name, which is the topic's title. */
const topicAssignment = AssignmentParameters.omit({ name: true }).extend({
  external_tool_tag_attributes: AssignmentParameters.shape.external_tool_tag_attributes.optional(),
  set_assignment: optional(boolean()),
});

/** discussions#10. */
export const topicParameters = {
  title: optional(name()),
  message: nullable(html()),
  discussion_type: optional(oneOf(...Object.values(DiscussionType))),
  published: optional(boolean()),
  delayed_post_at: nullable(timestamp()),
  lock_at: nullable(timestamp()),
  podcast_enabled: optional(boolean()),
  podcast_has_student_posts: optional(boolean()),
  require_initial_post: optional(boolean()),
  allow_rating: optional(boolean()),
  only_graders_can_rate: optional(boolean()),
  sort_by_rating: optional(boolean()),
  is_announcement: optional(boolean()),
  position_after: optional(idForm('plain')),
  pinned: optional(boolean()),
  locked: optional(boolean()),
  group_category_id: nullable(idForm('plain')),
  // Not filled in where it is absent: a topic gets no assignment by itself.
  assignment: topicAssignment.nullish(),
};
const TopicParameters = z.object(topicParameters);
export type TopicParameters = z.output<typeof TopicParameters>;

export const topicFilters = {
  order_by: optional(oneOf(...ORDERS)),
  scope: optional(oneOf('locked', 'unlocked')),
  only_announcements: optional(boolean()),
  search_term: optional(text()),
};
const TopicFilters = z.object(topicFilters);
export type TopicFilters = z.output<typeof TopicFilters>;

export const entryParameters = { message: optional(html()) };
export const entryIds = { ids: optional(list(idForm('plain'))) };
/** Where it is not sent, no change is made to it (discussions#68). */
export const forcedState = { forced_read_state: optional(boolean()) };

/** discussions#99. */
export const entryRating = { rating: required(integer({ min: 0, max: 1 })) };
/** discussions#97. */
export const pinnedOrder = { order: required(idList()) };
export const Reordered = z.object({ reorder: z.boolean(), order: z.array(z.int()) }).meta({ id: 'ReorderedTopics' });
export type Reordered = z.infer<typeof Reordered>;
