import type { TxCtx } from '../../access/context.ts';
import { contentsOfTopics, studentsHeldBack } from '../../access/gates.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { administers } from '../accounts/relations.ts';
import { isItemFor } from '../collections/relations.ts';
import { isGated, isOpen, isUnpublished } from '../courses/relations.ts';
import { asksForPost, hasPosted, isAnnouncement, isPosted } from '../discussions/relations.ts';
import { markToldThrough, tellAgainFrom } from '../discussions/told.ts';
import { isActiveIn, isActiveStaffOf, isStudentOf } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { belongs, isMemberOf, moderates } from '../groups/relations.ts';
import type { Note } from '../notifications/notify.ts';
import { notifyByMessage } from './messages.ts';
import { entryText } from './told-entries.ts';
import { notifyOfTopic, topicPath } from './topic-items.ts';

// Of a subscriber `p` of topic `t`, which stands in the course `c`, or in the group `g`, of that course or of none, or is of the item `i` of
// the collection `cl`: takes part there still, and nothing holds the subscription (discussions#71).
const PARTICIPATES = sql`case
    when t.group_id is not null then ${isMemberOf(sql`t.group_id`, sql`p.user_id`)} and ${belongs(sql`p.user_id`)}
    when t.course_id is not null then ${isActiveIn(sql`t.course_id`, sql`p.user_id`)}
    else ${isItemFor('i', 'cl', sql`p.user_id`)} end`;
// A course that is not offered is its staff's alone (access#8).
const MAY_ENTER = sql`c.id is null or ${isOpen('c')} or (${isUnpublished('c')} and ${isActiveStaffOf(sql`c.id`, sql`p.user_id`)})`;
const ADMINISTERS = administers(sql`coalesce(c.account_id, g.account_id)`, sql`p.user_id`);
const MAY_READ = sql`not ${asksForPost('t')} or ${hasPosted('t', sql`p.user_id`)}
  or ${isActiveStaffOf(sql`c.id`, sql`p.user_id`)} or ${moderates(sql`t.group_id`, sql`p.user_id`)} or ${ADMINISTERS}
  or cl.user_id = p.user_id or ${administers(sql`o.root_account_id`, sql`p.user_id`)}`;

/** How many entries one job tells of. */
const MOST_AT_ONCE = 50;
/** The most pairs of an entry and a subscriber in one job. */
const MOST_TOLD = 25_000;

interface NewEntry {
  id: number;
  userId: number;
  author: string;
  message: string;
  atTheTop: boolean;
  /** Milliseconds. */
  createdAt: number;
}

const UNTOLD_ROW = {
  topicId: int,
  title: text,
  courseId: nullable(int),
  groupId: nullable(int),
  collectionItemId: nullable(int),
  assignmentId: nullable(int),
  rootTopicId: nullable(int),
  lastEntryId: int,
  /** The course that the topic is in, or that its group is of, where that is gated. */
  gatedIn: nullable(int),
  /** Those of its entries that nobody has been told of, oldest first. */
  entries: json<NewEntry[]>(),
  /** There are no others up to this one. */
  through: int,
  /** Who is to be told of entries of others. */
  people: array(int),
  /** Of them, where modules of the course may hold the topic back: those who study there, and do not work there. */
  students: array(int),
};
type Untold = RowOf<typeof UNTOLD_ROW>;

const untold = statement({
  name: 'entries_to_notify_of',
  takes: { topicId: int },
  gives: UNTOLD_ROW,
  sql: (p) => sql`select told.*, case when told."gatedIn" is null then '{}' else array(select x.id from unnest(told.people) x(id)
       where ${isStudentOf(sql`told."gatedIn"`, sql`x.id`)} and not ${isActiveStaffOf(sql`told."gatedIn"`, sql`x.id`)}) end as students
   from (select t.id as "topicId", t.title, t.course_id as "courseId", t.group_id as "groupId", t.collection_item_id as "collectionItemId",
     t.assignment_id as "assignmentId", t.root_topic_id as "rootTopicId", t.last_entry_id as "lastEntryId",
     case when ${isGated('c')} then c.id end as "gatedIn", fresh.entries, fresh.through,
     array(select distinct p.user_id from discussion_participants p join users s on s.id = p.user_id and not s.deleted
       where p.topic_id in (t.id, t.root_topic_id) and p.subscribed and not ${isAnnouncement('t')}
         and (((${PARTICIPATES}) and (${MAY_ENTER})) or (t.course_id is not null and ${ADMINISTERS})) and (${MAY_READ}) order by p.user_id) as people
   from discussion_topics t left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
     left join collection_items i on i.id = t.collection_item_id left join collections cl on cl.id = i.collection_id
     left join users o on o.id = cl.user_id cross join lateral (
     select max(e.id) as through, coalesce(json_agg(json_build_object('id', e.id, 'userId', e.user_id, 'author', u.short_name, 'message', e.message,
       'atTheTop', e.root_entry_id is null, 'createdAt', extract(epoch from e.created_at) * 1000) order by e.id) filter (where not e.deleted and ${isPosted('t')}), '[]') as entries
     from (select * from discussion_entries e where e.topic_id = t.id and e.id > t.told_through order by e.id limit ${MOST_AT_ONCE}) e
       join users u on u.id = e.user_id) fresh
   where t.id = ${p.topicId} and fresh.through is not null) told`,
});

/** Nobody is told what stands in a topic that a module keeps from them (modules#38). */
async function reached(tx: TxCtx, { people, students, gatedIn, assignmentId, rootTopicId, topicId }: Untold): Promise<number[]> {
  if (gatedIn === null) return people;
  const contents = contentsOfTopics([{ topicId: rootTopicId ?? topicId, assignmentId }]);
  const held = await studentsHeldBack(tx, { courseId: gatedIn, students }, contents);
  return people.filter((id) => !held.has(id));
}

const pathOf = ({ topicId: id, courseId, groupId, collectionItemId }: Untold): string =>
  collectionItemId === null ? topicPath({ id, courseId, groupId }) : `/collection_items/${collectionItemId}/discussion_topics/self`;

const noteOf = (topic: Untold, { id, userId, author, message, createdAt }: NewEntry, people: readonly number[]): Note => ({
  key: `entry:${id}`,
  category: 'Discussion Entry',
  subject: `New entry: ${topic.title}`,
  body: entryText({ author, message }),
  path: pathOf(topic),
  courseId: topic.courseId,
  groupId: topic.groupId,
  entryId: id,
  at: new Date(createdAt),
  people,
  butFor: userId,
});

/** The first of these entries, one at least, of which so many people can be told in one transaction, and how far that is. */
export function partOf<Entry extends { id: number }>({ entries, through }: { entries: readonly Entry[]; through: number }, people: number) {
  const part = entries.slice(0, Math.max(1, Math.floor(MOST_TOLD / Math.max(1, people))));
  const last = part.at(-1);
  return { entries: part, through: last && part.length < entries.length ? last.id : through };
}

/**
 * Tells of what is new in a topic: of entries at the top with the topic, too; subscribers hear of all, but for their own (discussions#70).
 * Who these are is found out once for all entries, which is most of what telling costs.
 */
export async function notifyOfEntries(tx: TxCtx, topicId: number): Promise<void> {
  const [topic] = await tx.db.rows(untold, { topicId });
  if (!topic) return;
  const people = await reached(tx, topic);
  const { entries, through } = partOf(topic, people.length);
  await notifyByMessage(
    tx,
    entries.map((entry) => noteOf(topic, entry, people)),
  );
  if (entries.some((entry) => entry.atTheTop)) await notifyOfTopic(tx, topicId);
  if (through < topic.lastEntryId) await publishEvent(tx, 'entries', { topicId });
  markToldThrough(tx.db, topicId, through);
}

/** Tells of this entry, too, where nobody has been told of it: an earlier release has a job for each. Nobody is told of anything twice. */
export async function notifyOfEntry(tx: TxCtx, entryId: number): Promise<void> {
  const topicId = await tellAgainFrom(tx.db, entryId);
  if (topicId !== undefined) await notifyOfEntries(tx, topicId);
}
