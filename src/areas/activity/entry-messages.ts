import type { TxCtx } from '../../access/context.ts';
import { studentsHeldBack } from '../../access/gates.ts';
import { plainText } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { administersCourse } from '../accounts/relations.ts';
import { isPublic } from '../collections/relations.ts';
import { isGated } from '../courses/relations.ts';
import { asksForPost, isPosted } from '../discussions/relations.ts';
import { isActiveIn, isActiveStaffOf, isStudentOf } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { belongs, isMember, moderates } from '../groups/relations.ts';
import { notifyByMessage } from './messages.ts';
import { topicPath } from './topic-items.ts';

// Of a subscriber `p` of topic `t`: takes part in its context still, and nothing holds the subscription (discussions#71).
const PARTICIPATES = sql`case
    when t.course_id is not null then ${isActiveIn(sql`t.course_id`, sql`p.user_id`)}
    when t.group_id is not null then exists (select 1 from group_memberships x join groups g on g.id = x.group_id
      where x.group_id = t.group_id and x.user_id = p.user_id and ${isMember('x')} and ${belongs(sql`p.user_id`)})
    else exists (select 1 from collection_items i join collections c on c.id = i.collection_id
      where i.id = t.collection_item_id and not i.deleted and not c.deleted and (${isPublic('c')} or c.user_id = p.user_id)) end
  or ${administersCourse(sql`t.course_id`, sql`p.user_id`)}`;
const MAY_READ = sql`not ${asksForPost('t')}
  or exists (select 1 from discussion_entries x where x.user_id = p.user_id and x.topic_id = t.id and not x.deleted)
  or ${isActiveStaffOf(sql`t.course_id`, sql`p.user_id`)}
  or ${moderates(sql`t.group_id`, sql`p.user_id`)}`;

const NEW_ENTRY_ROW = {
  id: int,
  message: text,
  author: text,
  title: text,
  topicId: int,
  courseId: nullable(int),
  groupId: nullable(int),
  collectionItemId: nullable(int),
  atTheTop: boolean,
  isAnnouncement: boolean,
  people: array(int),
  /** Of them, where modules of the course may hold the topic back: those who study there, and do not work there. */
  students: array(int),
  /** The course that its topic is in, or that its group is of, where that is gated. */
  gatedIn: nullable(int),
  assignmentId: nullable(int),
  rootTopicId: nullable(int),
};
type NewEntry = RowOf<typeof NEW_ENTRY_ROW>;

const posted = statement({
  name: 'entry_to_notify_of',
  takes: { entryId: int },
  gives: NEW_ENTRY_ROW,
  sql: (p) => sql`select told.*, case when told."gatedIn" is null then '{}' else array(select x.id from unnest(told.people) x(id)
       where ${isStudentOf(sql`told."gatedIn"`, sql`x.id`)} and not ${isActiveStaffOf(sql`told."gatedIn"`, sql`x.id`)}) end as students
   from (select e.id, e.message, u.short_name as author, t.title, t.id as "topicId", t.course_id as "courseId", t.group_id as "groupId",
     t.collection_item_id as "collectionItemId", e.root_entry_id is null as "atTheTop", t.is_announcement as "isAnnouncement",
     array(select p.user_id from discussion_participants p join users s on s.id = p.user_id and not s.deleted
       where p.topic_id = t.id and p.subscribed and p.user_id <> e.user_id and (${PARTICIPATES}) and (${MAY_READ}) order by p.user_id) as people,
     (select c.id from courses c where c.id = coalesce(t.course_id, (select g.course_id from groups g where g.id = t.group_id)) and ${isGated('c')}) as "gatedIn",
     t.assignment_id as "assignmentId", t.root_topic_id as "rootTopicId"
   from discussion_entries e join discussion_topics t on t.id = e.topic_id join users u on u.id = e.user_id
   where e.id = ${p.entryId} and not e.deleted and ${isPosted('t')}) told`,
});

/** Nobody is told what stands in a topic that a module keeps from them (modules#38). */
async function reached(tx: TxCtx, { people, students, gatedIn, assignmentId, rootTopicId, topicId }: NewEntry): Promise<number[]> {
  if (gatedIn === null) return people;
  const topic = assignmentId === null ? { topics: [rootTopicId ?? topicId] } : { assignments: [assignmentId] };
  const held = await studentsHeldBack(tx, { courseId: gatedIn, students }, topic);
  return people.filter((id) => !held.has(id));
}

const pathOf = ({ topicId: id, courseId, groupId, collectionItemId }: NewEntry): string =>
  collectionItemId === null ? topicPath({ id, courseId, groupId }) : `/collection_items/${collectionItemId}/discussion_topics/self`;

/**
 * An entry at the top is told of with its topic, too. Subscribers hear of new entries and replies, but for their author (discussions#70).
 */
export async function notifyOfEntry(tx: TxCtx, entryId: number): Promise<void> {
  const [entry] = await tx.db.rows(posted, { entryId });
  if (!entry) return;
  if (entry.atTheTop) await publishEvent(tx, 'topic', { topicId: entry.topicId });
  if (entry.isAnnouncement) return;
  const { id, title, author, message } = entry;
  const people = await reached(tx, entry);
  await notifyByMessage(tx, [
    {
      key: `entry:${id}`,
      category: 'Discussion Entry',
      subject: `New entry: ${title}`,
      body: `By ${author}\n\n${plainText(message)}`,
      path: pathOf(entry),
      courseId: entry.courseId,
      groupId: entry.groupId,
      entryId: id,
      people,
    },
  ]);
}
