import type { TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { sameTime } from '../../../kernel/dates.ts';
import { statement } from '../../../store/database.ts';
import { topicState } from '../../../store/sql/enums.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, timestamptz } from '../../../store/sql/types.ts';
import type { AssignmentRecord, LinkedContent } from '../../assignments/linked-content.ts';
import { isTopic } from '../relations.ts';
import { contextOf, courseTopics } from '../topic-contexts.ts';
import { boundTo, boundTopicsJson, topicsOfAssignments } from '../topics/topics.ts';
import { ofAssignment, TYPE } from './assignments.ts';
import { entriesInChildren, followRoot } from './group-topics.ts';
import { BLANK, insertTopic } from './making.ts';
import { type Changeable, requireLockedLater } from './requests.ts';
import { arrange, requireUnused } from './states.ts';

const HELD_ROW = {
  lockAt: nullable(timestamptz),
  groupCategoryId: nullable(int),
  state: topicState,
  locked: boolean,
  postedAt: nullable(timestamptz),
  delayedPostAt: nullable(timestamptz),
  id: int,
  entryCount: int,
};
type Held = RowOf<typeof HELD_ROW>;

const held = statement({
  name: 'topic_of_assignment_held',
  takes: { beforeId: int },
  gives: HELD_ROW,
  sql: (p) => sql`select t.id, t.state, t.locked, t.lock_at as "lockAt", t.posted_at as "postedAt", t.delayed_post_at as "delayedPostAt",
     t.group_category_id as "groupCategoryId", t.entry_count as "entryCount"
   from discussion_topics t where t.assignment_id = ${p.beforeId} and t.root_topic_id is null and ${isTopic('t')} for no key update`,
});

/** What a topic has of its assignment's texts. */
const texts = (record: AssignmentRecord): Pick<Changeable, 'title' | 'message'> => ({ title: record.name, message: record.description });

async function makeTopic(tx: TxCtx, at: CourseAccess, record: AssignmentRecord): Promise<void> {
  const posted: Pick<Changeable, 'state' | 'postedAt'> = record.published
    ? { state: 'active', postedAt: tx.now }
    : { state: 'draft', postedAt: null };
  const topic = { ...BLANK, ...texts(record), ...posted, ...ofAssignment(record) };
  const id = await insertTopic(tx, courseTopics(at), tx.caller.userId, topic);
  if (id === undefined) throw new Error('an insert gave no row');
  await arrange(tx, id, BLANK, topic);
}

type Posted = Pick<Changeable, 'state' | 'postedAt' | 'delayedPostAt'>;

/** Both are published and unpublished together (discussions#83); by hand a topic is posted before its time. */
async function published(tx: TxCtx, topic: Held, before: AssignmentRecord, after: AssignmentRecord): Promise<Posted> {
  const { state, postedAt, delayedPostAt } = topic;
  if (before.published === after.published) return { state, postedAt, delayedPostAt };
  if (!after.published) {
    if (state === 'active') await requireUnused(tx, topic, 'published');
    return { state: 'draft', postedAt: null, delayedPostAt };
  }
  const waits = delayedPostAt !== null && delayedPostAt > tx.now;
  return { state: 'active', postedAt: postedAt ?? tx.now, delayedPostAt: waits ? null : delayedPostAt };
}

async function keepInStep(tx: TxCtx, topic: Held, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  const moved = !sameTime(topic.lockAt, after.lockAt);
  const changes = {
    ...texts(after),
    ...ofAssignment(after),
    ...(await published(tx, topic, before, after)),
    locked: moved ? false : topic.locked,
  };
  if (moved) requireLockedLater(changes);
  await tx.db.prisma.discussionTopic.updateMany({ where: { id: topic.id }, data: { ...changes, updatedAt: tx.now } });
  await arrange(tx, topic.id, topic, changes);
  if (topic.groupCategoryId !== null) await followRoot(tx, topic.id);
}

/** A topic goes with its assignment; where that is of another type now, one with entries is left by itself (discussions#85). */
async function part(tx: TxCtx, topic: Held, assignmentEnds: boolean): Promise<void> {
  const inChildren = topic.groupCategoryId === null ? 0 : await entriesInChildren(tx, topic.id);
  const stays = !assignmentEnds && topic.entryCount + inChildren > 0;
  await tx.db.prisma.discussionTopic.updateMany({
    where: { id: topic.id },
    data: { ...(stays ? { assignmentId: null } : { state: 'deleted' }), updatedAt: tx.now },
  });
  if (topic.groupCategoryId !== null) await followRoot(tx, topic.id);
}

const isOfType = (record: AssignmentRecord): boolean => record.submissionTypes.includes(TYPE);

/** What is one thing with an assignment of type `discussion_topic`: its topic (discussions#79). */
export const topicPartner: LinkedContent = {
  type: TYPE,
  async follow(tx, at, before, after) {
    const [topic] = before ? await tx.db.rows(held, { beforeId: before.id }) : [];
    const wanted = after !== null && isOfType(after) ? after : null;
    if (!topic || !before) return wanted ? makeTopic(tx, at, wanted) : undefined;
    return wanted ? keepInStep(tx, topic, before, wanted) : part(tx, topic, after === null);
  },
  async fields(ctx, accessList, assignments) {
    const rows = new Map(assignments.map((row) => [row.id, row]));
    const at = await accessList([...new Set(assignments.map((row) => row.courseId))]);
    const contexts = new Map([...at].map(([id, access]) => [id, courseTopics(access)]));
    const found = await topicsOfAssignments(ctx, [...contexts.values()], [...rows.keys()]);
    const bound = found.flatMap((topic) => {
      const row = rows.get(topic.assignmentId ?? 0);
      const access = row && at.get(row.courseId);
      return access ? boundTo(ctx, access, topic, { row, shown: null }) : [];
    });
    const shown = await boundTopicsJson(ctx, bound, ({ courseId }) => contextOf(contexts, courseId));
    return new Map(
      shown.flatMap(({ id, assignment_id: assignmentId, ...topic }) =>
        id === null || assignmentId === null
          ? []
          : [[assignmentId, { discussion_topic: { id, assignment_id: assignmentId, ...topic } }] as const],
      ),
    );
  },
};
