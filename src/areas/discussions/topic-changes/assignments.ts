import type { TxCtx } from '../../../access/context.ts';
import { sameTime } from '../../../kernel/dates.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { int, nullable, text } from '../../../store/sql/types.ts';
import type { SubmissionType } from '../../../store/stored/assignments.ts';
import { editAssignment, type FieldNames, insertAssignment, removeAssignment } from '../../assignments/changes.ts';
import type { AssignmentRecord } from '../../assignments/linked-content.ts';
import type { AssignmentChanges } from '../../assignments/parameters.ts';
import { turnInByEarlier } from '../../submissions/turning-in.ts';
import type { TopicParameters } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { inCourse } from '../topics/topics.ts';
import { asksAssignment, type Changeable, requireLockedLater } from './requests.ts';

/** The submission type of an assignment that is a topic. */
export const TYPE = 'discussion_topic' satisfies SubmissionType;

/** What an assignment calls otherwise. */
const NAMES: FieldNames = { name: 'title', description: 'message' };

const cannot = (field: string, why: string) => invalidField(field, 'invalid', why);

/** Assignments are of courses; announcements have none, and a group's topic has the one of its root (discussions#88). */
function requireAssignable(context: TopicContext, before: Changeable, after: Changeable, sent: TopicParameters): void {
  const asked = asksAssignment(sent, before);
  if (asked && context.kind !== 'course') throw cannot('assignment', 'belongs to a topic of a course');
  const has = sent.assignment?.set_assignment !== false && (asked || before.assignmentId !== null);
  if (!after.isAnnouncement || !has) return;
  throw asked
    ? cannot('assignment', 'is nothing that an announcement has')
    : cannot('is_announcement', 'cannot be: the topic has an assignment');
}

const isOut = (topic: Changeable): boolean => topic.state === 'active';

/** What an assignment has of its topic, as far as it is another thing than before (discussions#82). */
function shared(before: Changeable | null, after: Changeable): AssignmentChanges {
  const set = after.groupCategoryId;
  return {
    ...(before?.title === after.title ? {} : { name: after.title }),
    ...(before?.message === after.message ? {} : { description: after.message }),
    ...(sameTime(before?.lockAt, after.lockAt) ? {} : { lock_at: after.lockAt }),
    ...(before && isOut(before) === isOut(after) ? {} : { published: isOut(after) }),
    ...((before?.groupCategoryId ?? null) === set ? {} : { group_category_id: set === null ? null : { by: 'id', id: set } }),
  };
}

/** What an assignment's parameters say that its topic does not; of the set the topic's own word counts, also where it stays. */
const own = ({ assignment, group_category_id: set }: TopicParameters): AssignmentChanges =>
  assignment == null
    ? {}
    : {
        ...assignment,
        description: undefined,
        lock_at: undefined,
        published: undefined,
        submission_types: undefined,
        ...(set === undefined ? {} : { group_category_id: undefined }),
      };

/** What a topic has of its assignment. */
export const ofAssignment = (record: AssignmentRecord): Pick<Changeable, 'lockAt' | 'groupCategoryId' | 'assignmentId'> => ({
  lockAt: record.lockAt,
  groupCategoryId: record.groupCategoryId,
  assignmentId: record.id,
});

async function withAssignment(
  tx: TxCtx,
  context: TopicContext,
  { before, after }: { before: Changeable; after: Changeable },
  sent: TopicParameters,
): Promise<Changeable> {
  requireAssignable(context, before, after, sent);
  const id = before.assignmentId;
  const ends = sent.assignment?.set_assignment === false;
  if (context.kind !== 'course' || (id === null && (sent.assignment == null || ends))) return after;
  const at = inCourse(tx, context);
  if (id === null) {
    const made: AssignmentChanges = { ...own(sent), ...shared(null, after), submission_types: [TYPE] };
    return { ...after, ...ofAssignment(await insertAssignment(tx, at, made, NAMES)) };
  }
  if (ends) {
    await removeAssignment(tx, at, id);
    return { ...after, assignmentId: null };
  }
  const changes = { ...own(sent), ...shared(before, after) };
  if (Object.keys(changes).length === 0) return after;
  return { ...after, ...ofAssignment((await editAssignment(tx, at, id, { sent: changes, names: NAMES })).after) };
}

/**
 * Makes, changes or removes the assignment with its topic (discussions#79). Gives back the topic with
 * what follows from its assignment. Whoever calls this holds the course, and the topic after it.
 */
export async function settleAssignment(
  tx: TxCtx,
  context: TopicContext,
  change: { before: Changeable; after: Changeable },
  sent: TopicParameters,
): Promise<Changeable> {
  const settled = await withAssignment(tx, context, change, sent);
  // Not before: a date of an assignment that is new may mean the end of its day (assignments#21).
  if (sent.delayed_post_at !== undefined || sent.lock_at !== undefined) requireLockedLater(settled);
  return settled;
}

// As JSON has it: it goes back to the database as it came. Children of a set that the root has again come back by a job, with what was said
// in them; those of another set have ended by now.
const firstEntries = statement({
  name: 'first_entries_of_topic',
  takes: { topicId: int },
  gives: { userId: int, groupId: nullable(int), postedAt: text },
  sql: (p) => sql`select e.user_id as "userId", said_in.group_id as "groupId", to_json(min(e.created_at)) #>> '{}' as "postedAt"
   from discussion_entries e join discussion_topics said_in on said_in.id = e.topic_id
   where e.topic_id = any(${p.topicId}::int || array(select c.id from discussion_topics r join discussion_topics c on c.root_topic_id = r.id
       join groups g on g.id = c.group_id and not g.deleted and g.group_category_id = r.group_category_id where r.id = ${p.topicId}))
     and not e.deleted group by 1, 2 order by 1, 2`,
});

/** Who has posted in a topic before it got its assignment has turned that in (discussions#91). Its children are held, or follow at once. */
export async function turnInEarlierEntries(
  tx: TxCtx,
  topicId: number,
  before: Pick<Changeable, 'assignmentId'>,
  { assignmentId }: Pick<Changeable, 'assignmentId'>,
): Promise<void> {
  if (assignmentId === null || before.assignmentId !== null) return;
  const entries = await tx.db.rows(firstEntries, { topicId });
  if (entries.length > 0) await turnInByEarlier(tx, assignmentId, entries);
}
