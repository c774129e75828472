import { z } from 'zod';
import { Conversation } from '../src/areas/conversations/schemas.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, type Operation } from './floors.ts';
import type { Step } from './sizes.ts';

/** How many conversations the student has at most, and the teacher. */
const MANY = 10_000;
const FEW = 20;
/** In the student's newest conversation. */
const MESSAGES = 1_000;

/** How many they are: one with everybody else, who are numbered from 2 on, or the most there are. They end with the newest one. */
export const conversationsOfStudent = (store: Filled): number => Math.min(MANY, store.lastUserId - 2);

/** Private conversations of a user with other people, numbered from `first` on; the other wrote, a minute apart each. */
const privateOnes = (userId: number, except: number, limit: number): Step => ({
  text: `with pairs as (
      select u.id as other from users u where u.id > 1 and u.id <> $1::int and u.id <> $2::int order by u.id limit $3::int),
    made as (
      insert into conversations (lower_user_id, higher_user_id, subject)
      select least($1::int, other), greatest($1::int, other), 'About ' || other from pairs order by other
      returning id, case when lower_user_id = $1 then higher_user_id else lower_user_id end as other),
    written as (
      insert into conversation_messages (conversation_id, author_id, body, created_at)
      select id, other, 'Have you seen what chapter ' || id || ' says?', timestamptz '2026-01-12 08:00:00+00' + id * interval '1 minute' from made
      returning conversation_id, author_id, body, created_at)
    insert into conversation_participants (user_id, conversation_id, state, last_message_at, last_message, last_authored_at,
      last_authored_message, message_count, is_last_author, tags)
    select case when mine then $1::int else author_id end, conversation_id, case when mine then 'unread' else 'read' end::conversation_state,
      created_at, body, case when mine then null else created_at end, case when mine then null else body end, 1, not mine, array['course_1']
    from written cross join (values (true), (false)) side(mine)`,
  values: [userId, except, limit],
});

/** Conversations of the student and the teacher: many, few, and one with many messages. */
export const conversationSteps = (studentId: number, teacherId: number): Step[] => [
  privateOnes(studentId, 0, MANY),
  privateOnes(teacherId, studentId, FEW),
  {
    text: `with newest as (select p.conversation_id as id, o.user_id as other from conversation_participants p
          join conversation_participants o on o.conversation_id = p.conversation_id and o.user_id <> p.user_id
        where p.user_id = $1 order by p.last_message_at desc limit 1)
      insert into conversation_messages (conversation_id, author_id, body, created_at)
      select id, other, 'And this is what chapter ' || n || ' says of it.', timestamptz '2026-03-02 08:00:00+00' + n * interval '1 minute'
      from newest cross join generate_series(2, $2::int) n order by n`,
    values: [studentId, MESSAGES],
  },
];

export interface ConversationRow {
  id: number;
  subject: string | null;
  state: Conversation['workflow_state'];
  last_message: string | null;
  last_message_at: string | null;
  last_authored_message: string | null;
  last_authored_at: string | null;
  message_count: number;
  subscribed: boolean;
  starred: boolean;
  is_last_author: boolean;
  my_id: number;
  my_name: string;
  other_id: number;
  other_name: string;
  courses: [id: number, type: string][] | null;
  messages?: NonNullable<Conversation['messages']>;
}

/** Of the selected rows `p` of one user's participation in private conversations. */
export const around = (page: string, more = '') => `select p.conversation_id as id, c.subject, p.state, p.last_message, p.last_message_at,
    p.last_authored_message, p.last_authored_at, p.message_count, p.subscribed, p.starred, p.is_last_author,
    me.id as my_id, me.short_name as my_name, other.id as other_id, other.short_name as other_name,
    (select json_agg(json_build_array(you.course_id, you.type) order by you.course_id)
      from enrollments mine join courses co on co.id = mine.course_id and co.state in ('available', 'completed')
        join enrollments you on you.course_id = mine.course_id and you.user_id = other.id and you.state = 'active'
      where mine.user_id = p.user_id and mine.state = 'active') as courses ${more}
  from (${page}) p join conversations c on c.id = p.conversation_id join users me on me.id = p.user_id
    join conversation_participants o on o.conversation_id = p.conversation_id and o.user_id <> p.user_id
    join users other on other.id = o.user_id
  order by p.last_message_at desc, p.conversation_id desc`;

const NO_PICTURE = `${BASE_URL}/images/no-picture.svg`;

/** One of a list; by itself, with what the people have in common; or as it is shown, with messages and what was commented on. */
export function conversation(row: ConversationRow, as: 'listed' | 'alone' | 'shown' = 'listed'): Conversation {
  const courses = Object.fromEntries((row.courses ?? []).map(([id, type]) => [id, [type]]));
  const other = { id: row.other_id, name: row.other_name };
  const me = { id: row.my_id, name: row.my_name };
  const shown = (common: Record<string, string[]>) => ({ common_courses: common, common_groups: {}, avatar_url: NO_PICTURE });
  return {
    id: row.id,
    subject: row.subject,
    workflow_state: row.state,
    last_message: row.last_message,
    last_message_at: row.last_message_at,
    last_authored_message: row.last_authored_message,
    last_authored_message_at: row.last_authored_at,
    message_count: row.message_count,
    subscribed: row.subscribed,
    private: true,
    starred: row.starred,
    properties: row.is_last_author ? ['last_author'] : [],
    audience: [row.other_id],
    audience_contexts: { courses, groups: {} },
    avatar_url: NO_PICTURE,
    participants:
      as === 'listed'
        ? [me, other]
        : [
            { ...me, ...shown({}) },
            { ...other, ...shown(courses) },
          ],
    visible: true,
    context_code: null,
    context_name: null,
    ...(row.messages ? { messages: row.messages } : {}),
    ...(as === 'shown' ? { submissions: [] } : {}),
  };
}

const listOf = (as: 'student' | 'teacher', userId: (store: Filled) => number, name: string): Operation => ({
  name,
  as,
  path: () => '/conversations',
  answer: z.array(Conversation),
  floor: {
    id: userId,
    text: around(`select * from conversation_participants where user_id = $1 and last_message_at is not null and state <> 'archived'
      order by last_message_at desc, conversation_id desc limit 10`),
    answer: async (ask, id) => (await ask<ConversationRow>([id])).map((row) => conversation(row)),
  },
});

/** Those of `from`, which are messages `m`. */
export const messagesIn = (
  from: string,
) => `, (select json_agg(json_build_object('id', m.id, 'created_at', to_char(m.created_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'body', m.body, 'author_id', m.author_id, 'generated', m.generated, 'media_comment', null, 'forwarded_messages', json_build_array(),
      'attachments', json_build_array()) order by m.id desc) from ${from}) as messages`;

export const conversationOperations: readonly Operation[] = [
  listOf('student', (store) => store.studentId, 'GET /conversations'),
  listOf('teacher', (store) => store.teacherId, 'GET /conversations (few)'),
  {
    name: 'GET /conversations/:id',
    as: 'student',
    path: (store) => `/conversations/${store.conversationId}?auto_mark_as_read=false`,
    answer: Conversation,
    floor: {
      id: (store) => store.conversationId,
      text: around(
        'select * from conversation_participants where conversation_id = $1 and user_id = $2',
        messagesIn('conversation_messages m where m.conversation_id = p.conversation_id'),
      ),
      async answer(ask, id, store) {
        const [row] = await ask<ConversationRow>([id, store.studentId]);
        return row && conversation(row, 'shown');
      },
    },
  },
  {
    name: 'GET /conversations/unread_count',
    as: 'student',
    path: () => '/conversations/unread_count',
    answer: z.object({ unread_count: z.string() }),
    floor: {
      id: (store) => store.studentId,
      text: `select count(*)::text as unread_count from conversation_participants
        where user_id = $1 and last_message_at is not null and state = 'unread'`,
      answer: async (ask, id) => (await ask([id]))[0],
    },
  },
];
