import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';
import { StreamType } from '../../store/generated/enums.ts';
import { CATEGORIES } from '../../store/stored/activity.ts';
import { CollectionItem } from '../collections/schemas.ts';
import { Submission } from '../submissions/schemas.ts';

const RootEntry = z.object({ user: z.object({ user_id: z.int(), user_name: z.string() }), message: z.string() });

/** activity#1: the shared fields, and those of each type. */
export const StreamItem = z
  .object({
    ...Submission.partial().shape,
    id: z.int(),
    created_at: moment,
    updated_at: moment,
    title: z.string(),
    message: z.string(),
    type: z.enum(StreamType),
    read_state: z.boolean(),
    context_type: z.enum(['course', 'group']).nullable(),
    course_id: z.int().nullable(),
    group_id: z.int().nullable(),
    html_url: z.string(),
    discussion_topic_id: z.int().optional(),
    announcement_id: z.int().optional(),
    total_root_discussion_entries: z.int().optional(),
    require_initial_post: z.boolean().optional(),
    /** Null where nothing has to be posted first. */
    user_has_posted: z.boolean().nullable().optional(),
    root_discussion_entries: z.array(RootEntry).optional(),
    conversation_id: z.int().optional(),
    private: z.boolean().optional(),
    participant_count: z.int().optional(),
    message_id: z.int().optional(),
    notification_category: z.enum(CATEGORIES).optional(),
    web_conference_id: z.int().optional(),
    collaboration_id: z.int().optional(),
    collection_item: CollectionItem.optional(),
  })
  .meta({ id: 'ActivityStreamItem' });
export type StreamItem = z.infer<typeof StreamItem>;

/** activity#22. */
export const SummaryEntry = z
  .object({
    type: z.enum(StreamType),
    unread_count: z.int(),
    count: z.int(),
    notification_category: z.enum(CATEGORIES).nullable(),
  })
  .meta({ id: 'ActivityStreamSummaryEntry' });
export type SummaryEntry = z.infer<typeof SummaryEntry>;
