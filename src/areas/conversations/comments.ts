import { statement, type TxDb } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { isMuted } from '../assignments/relations.ts';
import { PREVIEW_LENGTH } from './sending.ts';

/**
 * Whom comments are between (conversations#72): somebody else's and the student; the student's own and each who has graded the
 * submission or has commented on it as a grader. What a muted assignment hides makes no grader known (conversations#75).
 */
const dueOf = (comments: Piece): Sql => sql`
  select c.id as comment_id, least(c.author_id, u.id) as lower, greatest(c.author_id, u.id) as higher
  from submission_comments c cross join lateral (
      select c.user_id as id where c.author_id <> c.user_id
      union
      select g.grader_id from grade_changes g join assignments a on a.id = g.assignment_id and not ${isMuted('a')}
      where c.author_id = c.user_id and g.assignment_id = c.assignment_id and g.user_id = c.user_id and g.grader_id <> c.user_id
        and (g.score is not null or g.grade is not null)
      union
      select o.author_id from submission_comments o join conversation_comments cc on cc.comment_id = o.id
      where c.author_id = c.user_id and o.assignment_id = c.assignment_id and o.user_id = c.user_id and o.author_id <> c.user_id
    ) other join users u on u.id = other.id and not u.deleted
  where c.id = any(${comments}::int[])`;

// Conversations are made in one order of pairs, so that of two who begin the same one at once the second waits and then finds it.
const begin = statement({
  name: 'begin_conversations_of_comments',
  takes: { commentIds: array(int), courseId: int },
  /** A comment, and two people into whose private conversation it goes. */
  gives: { commentId: int, lower: int, higher: int },
  sql: (p) => sql`with due as (${dueOf(p.commentIds)}),
   made as (
     insert into conversations (lower_user_id, higher_user_id, course_id)
     select distinct due.lower, due.higher, ${p.courseId}::int from due order by 1, 2
     on conflict (lower_user_id, higher_user_id) do nothing
     returning id, lower_user_id, higher_user_id),
   joined as (
     insert into conversation_participants (user_id, conversation_id, tags)
     select t.id, made.id, array['course_' || ${p.courseId}::int] from made cross join lateral unnest(array[lower_user_id, higher_user_id]) t(id))
   select due.comment_id as "commentId", due.lower, due.higher from due order by due.comment_id, due.lower, due.higher`,
});

// The conversations and both views of each, in the one order in which all hold them.
const hold = statement({
  name: 'hold_conversations_of_comments',
  takes: { lowers: array(int), highers: array(int) },
  sql: (p) => sql`select from (select distinct t.lower, t.higher from unnest(${p.lowers}::int[], ${p.highers}::int[]) t(lower, higher)) t
     join conversations c on c.lower_user_id = t.lower and c.higher_user_id = t.higher
     join conversation_participants p on p.conversation_id = c.id
   order by c.id, p.user_id for update of c, p`,
});

/**
 * Comments, each into the conversation of the two beside it, by the id of the comment; and what that makes of the view of
 * either, as any message does (conversations#46). Files are shown with it, and no message carries them: who opens them is said of comments
 * (submissions#90). Messages and comments are brought together by their order, which is the same.
 */
const deliver = statement({
  name: 'deliver_comments',
  takes: { commentIds: array(int), lowers: array(int), highers: array(int) },
  sql: (p) => sql`with due as (
     select v.id as conversation_id, c.id as comment_id, c.author_id, c.comment, c.media_comment_id, c.media_comment_type, c.file_ids,
       row_number() over (order by c.id, v.id) as n
     from unnest(${p.commentIds}::int[], ${p.lowers}::int[], ${p.highers}::int[]) d(comment_id, lower, higher)
       join conversations v on v.lower_user_id = d.lower and v.higher_user_id = d.higher
       join submission_comments c on c.id = d.comment_id),
   messages as (
     insert into conversation_messages (conversation_id, author_id, body, media_comment_id, media_comment_type, attachment_ids, created_at)
     select due.conversation_id, due.author_id, due.comment, due.media_comment_id, due.media_comment_type, due.file_ids, clock_timestamp()
     from due order by due.n
     returning id, conversation_id, author_id, body, media_comment_id, attachment_ids, created_at),
   kept as (
     insert into conversation_comments (message_id, comment_id, conversation_id)
     select (select array_agg(messages.id order by messages.id) from messages)[due.n], due.comment_id, due.conversation_id from due)
   update conversation_participants p set
     comment_count = p.comment_count + s.count,
     last_message = left(s.body, ${PREVIEW_LENGTH}),
     is_last_author = s.author_id = p.user_id,
     has_media = p.has_media or s.media,
     has_attachments = p.has_attachments or s.files,
     last_authored_at = coalesce(s.authored_at, p.last_authored_at),
     last_authored_message = coalesce(left(s.authored, ${PREVIEW_LENGTH}), p.last_authored_message),
     last_message_at = s.at,
     state = case when s.received then 'unread' else p.state end
   from (
     select q.user_id, q.conversation_id, count(*) as count, bool_or(m.media_comment_id is not null) as media, bool_or(m.attachment_ids <> '{}') as files,
       bool_or(m.author_id <> q.user_id) as received, max(m.created_at) as at,
       (array_agg(m.body order by m.id desc))[1] as body, (array_agg(m.author_id order by m.id desc))[1] as author_id,
       (array_agg(m.body order by m.id desc) filter (where m.author_id = q.user_id))[1] as authored,
       max(m.created_at) filter (where m.author_id = q.user_id) as authored_at
     from messages m join conversation_participants q on q.conversation_id = m.conversation_id
     group by q.user_id, q.conversation_id) s
   where p.user_id = s.user_id and p.conversation_id = s.conversation_id`,
});

/**
 * Brings comments on submissions of a course into the private conversations of those whom they are between, which are made
 * where there are none (conversations#71), in the transaction that writes or reveals them: that happens once to each. As many statements
 * for one as for hundreds.
 */
export async function deliverComments(db: TxDb, courseId: number, commentIds: readonly number[]): Promise<void> {
  if (commentIds.length === 0) return;
  const pairs = await db.rows(begin, { commentIds, courseId });
  if (pairs.length === 0) return;
  const between = { lowers: pairs.map((pair) => pair.lower), highers: pairs.map((pair) => pair.higher) };
  // Nobody waits for their answers: both go out together with what comes next.
  void db.rows(hold, between);
  void db.rows(deliver, { commentIds: pairs.map((pair) => pair.commentId), ...between });
}
