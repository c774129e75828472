import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Conversation } from '../src/areas/conversations/schemas.ts';
import { Entry } from '../src/areas/discussions/schemas.ts';
import { around, type ConversationRow, conversation, messagesIn } from './conversations.ts';
import { type ReplyRow, reply } from './discussions.ts';
import type { Filled } from './filled.ts';
import { answers, job, keyedJob, writeOne } from './write-floors.ts';

/** By the user $2 in the topic $1, whose view is built anew a second later; all that the topic counts is the row's own. */
const ENTRY = `with t as (update discussion_topics set version = version + 1, entry_count = entry_count + 1, last_reply_at = now(),
      last_entry_id = nextval(pg_get_serial_sequence('discussion_entries', 'id')), told_through = coalesce(told_through, last_entry_id)
    where id = $1 returning id, version, last_entry_id),
  e as (insert into discussion_entries (id, topic_id, user_id, message, version, created_at, updated_at) overriding system value
    select last_entry_id, id, $2, $3, version, now(), now() from t returning *),
  took as (insert into discussion_participants as p (topic_id, user_id, subscribed, read_count) values ($1, $2, true, 1)
    on conflict (topic_id, user_id) do update set subscribed = true, read_count = p.read_count + 1),
  rebuilt as (insert into pending_jobs (task, payload, key, run_at, keeps_time)
    select 'build_discussion_view', jsonb_build_object('topicId', id), 'build_discussion_view:' || id, now() + interval '1 second', true from t),
  told as (${keyedJob('tell_of_entries', `'topicId', id`, 't', 'id')})
  select e.id, e.user_id, u.short_name as user_name, e.parent_id, e.message, e.rating_count, e.rating_sum, e.created_at::text,
    e.updated_at::text, true as read from e join users u on u.id = e.user_id`;

/** The topic $1, to the user $2. */
const TOPIC_READ = `insert into discussion_participants (topic_id, user_id, read) values ($1, $2, $3)
  on conflict (topic_id, user_id) do update set read = excluded.read`;

/** What was marked one by one counts no longer, but for what the user marked by force. */
const ALL_READ = `with dropped as (delete from discussion_entry_marks where topic_id = $1 and user_id = $2 and forced is null),
  cleared as (update discussion_entry_marks set read = null where topic_id = $1 and user_id = $2 and forced is not null and read is not null)
  insert into discussion_participants (topic_id, user_id, read, read_count, marked_through, marked_read)
  select id, $2, $3::boolean, case when $3 then entry_count else 0 end, last_entry_id, $3 from discussion_topics where id = $1
  on conflict (topic_id, user_id) do update set read = excluded.read, read_count = excluded.read_count,
    marked_through = excluded.marked_through, marked_read = excluded.marked_read`;

/** The entry $4 of the topic; it counts where it was the other before. */
const ENTRY_READ = `with e as (select e.id, e.topic_id, e.user_id from discussion_entries e where e.topic_id = $1 and e.id = $4 and not e.deleted),
  change as (select $3::boolean::int - coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $2)::int as by
    from e left join discussion_participants p on p.topic_id = $1 and p.user_id = $2
      left join discussion_entry_marks m on m.topic_id = $1 and m.user_id = $2 and m.entry_id = e.id),
  marked as (insert into discussion_entry_marks (topic_id, user_id, entry_id, read) select topic_id, $2, id, $3 from e
    on conflict (topic_id, user_id, entry_id) do update set read = excluded.read)
  insert into discussion_participants as p (topic_id, user_id, read_count) select $1, $2, greatest(change.by, 0) from change
  on conflict (topic_id, user_id) do update set read_count = p.read_count + (select change.by from change)`;

/** By the user $2 into the conversation $1. */
const MESSAGE = `with m as (insert into conversation_messages (conversation_id, author_id, body, created_at)
    values ($1::int, $2::int, $3::text, clock_timestamp()) returning *),
  views as (update conversation_participants p set message_count = p.message_count + 1, last_message = left(m.body, 100),
      is_last_author = p.user_id = m.author_id,
      last_authored_at = case p.user_id when m.author_id then m.created_at else p.last_authored_at end,
      last_authored_message = case p.user_id when m.author_id then left(m.body, 100) else p.last_authored_message end,
      last_message_at = case when p.last_message_at is null or p.subscribed or p.user_id = m.author_id then m.created_at else p.last_message_at end,
      state = case when p.user_id = m.author_id or not p.subscribed then p.state else 'unread' end,
      missed = p.missed or (p.user_id <> m.author_id and not p.subscribed)
    from m where p.conversation_id = m.conversation_id returning p.*),
  told as (${job('tell_of_messages', `'messageIds', jsonb_build_array(m.id)`, 'm')})
  ${around('select * from views where user_id = $2', messagesIn('m'))}`;

const STATE = `with mine as (update conversation_participants set state = $3::conversation_state
    where conversation_id = $1 and user_id = $2 and last_message_at is not null returning *)
  ${around('select * from mine')}`;

interface OfId {
  Params: { id: string };
}
interface OfUser {
  Params: { id: string; user: string };
}
interface Written extends OfUser {
  Body: { message: string };
}
interface Said extends OfId {
  Body: { body: string };
}
interface Changed extends OfId {
  Body: { conversation: { workflow_state: string } };
}

/** What is marked is answered by nothing. */
function markFloors(app: FastifyInstance, pool: pg.Pool, store: Filled): void {
  const marks = (path: string, name: string, text: string, values: (id: number, userId: number, read: boolean) => unknown[]) => {
    for (const [method, read] of [
      ['PUT', true],
      ['DELETE', false],
    ] as const)
      app.route<OfUser>({
        method,
        url: `${path}/:id/:user`,
        async handler({ params }, response) {
          await pool.query({ name, text, values: values(Number(params.id), Number(params.user), read) });
          return response.code(204).send();
        },
      });
  };
  marks('/topic-read', 'topic_read', TOPIC_READ, (id, userId, read) => [id, userId, read]);
  marks('/all-read', 'all_read', ALL_READ, (id, userId, read) => [id, userId, read]);
  marks('/entry-read', 'entry_read', ENTRY_READ, (id, userId, read) => [store.topicId, userId, read, id]);
}

/** The least that an entry, a mark, a message and a state can cost: the same rows by one statement each. */
export function talkFloors(app: FastifyInstance, pool: pg.Pool, store: Filled): void {
  app.post<Written>('/entries/:id/:user', answers(201, Entry), async ({ params, body }, response) => {
    const row = await writeOne<ReplyRow>(pool, 'entry', ENTRY, [Number(params.id), Number(params.user), body.message]);
    return response.code(201).send(reply(row));
  });
  markFloors(app, pool, store);
  app.post<Said>('/message/:id', answers(200, Conversation), async ({ params, body }) =>
    conversation(await writeOne<ConversationRow>(pool, 'message', MESSAGE, [Number(params.id), store.studentId, body.body]), 'alone'),
  );
  app.put<Changed>('/conversation/:id', answers(200, Conversation), async ({ params, body }) => {
    const values = [Number(params.id), store.studentId, body.conversation.workflow_state];
    return conversation(await writeOne<ConversationRow>(pool, 'state', STATE, values), 'alone');
  });
}
