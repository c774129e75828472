import { z } from 'zod';
import { Announcement, Entry, type Reply, Topic, View } from '../src/areas/discussions/schemas.ts';
import { RawJson } from '../src/http/raw-json.ts';
import { busyCourses } from './agenda.ts';
import type { Filled } from './filled.ts';
import { type Ask, AVATAR_URL, BASE_URL, floor, type Operation } from './floors.ts';

interface TopicRow {
  id: number;
  course_id: number;
  title: string;
  message: string;
  created_at: string;
  posted_at: string;
  last_reply_at: string | null;
  entry_count: number;
  read_count: number;
  read: boolean;
  subscribed: boolean;
  position: number;
  user_id: number;
  user_name: string;
  avatars_on: boolean;
}

/** As a student sees those of the store: open, threaded, by a teacher. Fields that not every answer has are those of none here. */
const topic = (row: TopicRow): Topic => ({
  id: row.id,
  title: row.title,
  message: row.message,
  html_url: `${BASE_URL}/courses/${row.course_id}/discussion_topics/${row.id}`,
  created_at: row.created_at,
  posted_at: row.posted_at,
  last_reply_at: row.last_reply_at,
  delayed_post_at: null,
  lock_at: null,
  require_initial_post: false,
  user_can_see_posts: true,
  discussion_subentry_count: row.entry_count,
  read_state: row.read ? 'read' : 'unread',
  unread_count: row.entry_count - row.read_count,
  subscribed: row.subscribed,
  assignment_id: null,
  published: true,
  locked: false,
  pinned: false,
  position: Number(row.position),
  locked_for_user: false,
  user_name: row.user_name,
  author: {
    id: row.user_id,
    display_name: row.user_name,
    avatar_image_url: row.avatars_on ? AVATAR_URL : null,
    html_url: `${BASE_URL}/courses/${row.course_id}/users/${row.user_id}`,
  },
  topic_children: [],
  root_topic_id: null,
  group_category_id: null,
  podcast_url: null,
  podcast_has_student_posts: false,
  allow_rating: false,
  only_graders_can_rate: false,
  sort_by_rating: false,
  discussion_type: 'threaded',
  is_announcement: false,
  is_section_specific: false,
  attachments: [],
  permissions: { attach: true, update: false, delete: false, reply: true },
});
const topics = (rows: TopicRow[]): Topic[] => rows.map(topic);

/** Selects topics as they are shown to the user that is parameter `who`. */
const topicsBy = (
  order: string,
  where: string,
  who: string,
): string => `select t.id, t.course_id, t.title, t.message, t.created_at, t.posted_at, t.last_reply_at, t.entry_count,
    coalesce(p.read_count, 0) as read_count, coalesce(p.read, false) as read, coalesce(p.subscribed, false) as subscribed, t.position,
    t.user_id, u.short_name as user_name,
    (select coalesce((a.settings->>'enable_avatars')::boolean, true) from accounts a where a.id = u.root_account_id) as avatars_on
  from (select * from discussion_topics t where ${where} and t.state = 'active' order by ${order} limit 10) t
    join users u on u.id = t.user_id left join discussion_participants p on p.topic_id = t.id and p.user_id = ${who}
  order by ${order}`;

const listOfTopics = (name: string, query: string, order: string): Operation => ({
  name,
  as: 'student',
  path: (store) => `/courses/${store.courseId}/discussion_topics${query}`,
  answer: z.array(Topic),
  floor: floor<TopicRow>({
    id: (store) => store.courseId,
    values: (id, store) => [id, store.studentId],
    text: topicsBy(order, 't.course_id = $1 and not t.is_announcement', '$2'),
    present: topics,
  }),
});

/** An announcement as it is answered: its entries have no replies below them. */
const announcement = (row: TopicRow): Announcement => ({
  ...topic(row),
  discussion_type: 'side_comment',
  is_announcement: true,
  context_code: `course_${row.course_id}`,
  subscription_hold: 'topic_is_announcement',
});

export interface ReplyRow {
  id: number;
  user_id: number;
  user_name: string;
  parent_id: number | null;
  message: string;
  rating_count: number;
  rating_sum: number;
  created_at: string;
  updated_at: string;
  read: boolean;
}
interface EntryRow extends ReplyRow {
  replies: ReplyRow[] | null;
}

const written = (time: string): string => `${time.slice(0, 10)}T${time.slice(11, 19)}Z`;
export const reply = (row: ReplyRow): Reply => ({
  id: row.id,
  parent_id: row.parent_id,
  created_at: written(row.created_at),
  updated_at: written(row.updated_at),
  read_state: row.read ? 'read' : 'unread',
  forced_read_state: false,
  user_id: row.user_id,
  user_name: row.user_name,
  message: row.message,
  rating_count: row.rating_count,
  rating_sum: row.rating_sum,
});
const entries = (rows: EntryRow[]): Entry[] =>
  rows.map((row) => ({
    ...reply(row),
    ...(row.replies && { recent_replies: row.replies.slice(0, 10).map(reply), has_more_replies: row.replies.length > 10 }),
  }));

const ENTRY = `e.id, e.user_id, u.short_name as user_name, e.parent_id, e.message, e.rating_count, e.rating_sum,
  e.created_at::text, e.updated_at::text,
  coalesce(m.read, e.user_id = $2) as read`;
const OF_ENTRY = `join users u on u.id = e.user_id
  left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $2 and m.entry_id = e.id`;

/** The whole answer, put together once and sent from memory ever after: what a view is measured against. */
function fromMemory(): (ask: Ask, id: number, store: Filled) => Promise<RawJson> {
  let made: RawJson | undefined;
  return async (ask, id, store) => {
    if (made) return made;
    const rows = await ask<{ json: string; unread: string; people: { id: number; name: string }[] }>([id, store.studentId]);
    const people = (rows[0]?.people ?? []).map((person) => ({
      id: person.id,
      display_name: person.name,
      avatar_url: AVATAR_URL,
      avatar_image_url: AVATAR_URL,
      html_url: `${BASE_URL}/courses/${store.courseId}/users/${person.id}`,
    }));
    made = new RawJson([
      `{"unread_entries":[${rows[0]?.unread ?? ''}],"forced_entries":[],"participants":${JSON.stringify(people)},"view":${rows[0]?.json ?? '[]'}}`,
    ]);
    return made;
  };
}

/** One at the top of the topic, and some of those below such ones. */
const ANSWERED_ENTRY = 1;
const LISTED_ENTRIES = [2, 3, 4, 5, 7, 8, 9, 10];

export const discussionOperations: readonly Operation[] = [
  {
    name: 'GET /announcements?context_codes[]=',
    as: 'busyStudent',
    path: (store) =>
      `/announcements?${busyCourses(store)
        .map((id) => `context_codes[]=course_${id}`)
        .join('&')}`,
    answer: z.array(Announcement),
    floor: floor<TopicRow>({
      id: (store) => store.busyStudentId,
      values: (id, store) => [id, busyCourses(store)],
      text: topicsBy('coalesce(t.posted_at, t.created_at) desc, t.id desc', 't.course_id = any($2::int[]) and t.is_announcement', '$1'),
      present: (rows) => rows.map(announcement),
    }),
  },
  listOfTopics('GET /courses/:id/discussion_topics', '', 't.pinned desc nulls last, t.position'),
  listOfTopics(
    'GET /courses/:id/discussion_topics?order_by=recent_activity',
    '?order_by=recent_activity',
    'coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc',
  ),
  {
    name: 'GET /courses/:id/discussion_topics/:id/entries',
    as: 'student',
    path: (store) => `/courses/${store.courseId}/discussion_topics/${store.topicId}/entries`,
    answer: z.array(Entry),
    floor: floor<EntryRow>({
      id: (store) => store.topicId,
      values: (id, store) => [id, store.studentId],
      text: `select ${ENTRY}, newest.replies
        from (select * from discussion_entries e where e.topic_id = $1 and e.root_entry_id is null and not e.deleted order by e.id desc limit 10) e
          ${OF_ENTRY}
          left join lateral (select json_agg(r order by r.id desc) as replies from (select ${ENTRY}
            from (select * from discussion_entries r where r.topic_id = $1 and r.root_entry_id = e.id and not r.deleted order by r.id desc limit 11) e
              ${OF_ENTRY}) r) newest on true
        order by e.id desc`,
      present: entries,
    }),
  },
  {
    name: 'GET /courses/:id/discussion_topics/:id/entries/:id/replies',
    as: 'student',
    path: (store) => `/courses/${store.courseId}/discussion_topics/${store.topicId}/entries/${ANSWERED_ENTRY}/replies`,
    answer: z.array(Entry),
    floor: floor<ReplyRow>({
      id: (store) => store.topicId,
      values: (id, store) => [id, store.studentId, ANSWERED_ENTRY],
      text: `select ${ENTRY} from (select * from discussion_entries r where r.topic_id = $1 and r.root_entry_id = $3 and not r.deleted
          order by r.id desc limit 10) e ${OF_ENTRY} order by e.id desc`,
      present: (rows) => rows.map(reply),
    }),
  },
  {
    name: 'GET /courses/:id/discussion_topics/:id/entry_list',
    as: 'student',
    path: (store) =>
      `/courses/${store.courseId}/discussion_topics/${store.topicId}/entry_list?${LISTED_ENTRIES.map((id) => `ids[]=${id}`).join('&')}`,
    answer: z.array(Entry),
    floor: floor<ReplyRow>({
      id: (store) => store.topicId,
      values: (id, store) => [id, store.studentId, LISTED_ENTRIES],
      text: `select ${ENTRY} from discussion_entries e ${OF_ENTRY} where e.topic_id = $1 and e.id = any($3::int[]) order by e.id`,
      present: (rows) => rows.map(reply),
    }),
  },
  {
    name: 'GET /courses/:id/discussion_topics/:id/view',
    as: 'student',
    path: (store) => `/courses/${store.courseId}/discussion_topics/${store.topicId}/view`,
    answer: View,
    floor: {
      id: (store) => store.topicId,
      text: `select v.json, (select string_agg(e.id::text, ',' order by e.id) from discussion_entries e
            where e.topic_id = $1 and not e.deleted and e.user_id <> $2) as unread,
          (select json_agg(json_build_object('id', u.id, 'name', u.short_name) order by u.id) from users u where u.id = any(v.participants)) as people
        from discussion_views v where v.topic_id = $1`,
      answer: fromMemory(),
    },
  },
];
