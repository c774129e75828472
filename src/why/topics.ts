import type { Ctx } from '../access/context.ts';
import { contentsOfTopics } from '../access/gates.ts';
import type { Held, Permission } from '../access/permissions.ts';
import { isPosted, isTopic } from '../areas/discussions/relations.ts';
import type { Topic } from '../areas/discussions/schemas.ts';
import { courseTopics, groupTopics, itemTopics, type TopicContext } from '../areas/discussions/topic-contexts.ts';
import { inCourse, showTopic } from '../areas/discussions/topics/topics.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text } from '../store/sql/types.ts';
import { accessOrNull, byRoles, type Condition, condition, type Explain, oneOf, statusOf } from './conditions.ts';
import { explainCourse } from './courses.ts';
import { moduleNotes } from './modules.ts';

const TOPIC_ROW = {
  courseId: nullable(int),
  groupId: nullable(int),
  itemId: nullable(int),
  title: text,
  authorId: int,
  isThere: boolean,
  isPosted: boolean,
  lockedByHand: boolean,
};
const topic = statement({
  name: 'why_topic',
  takes: { id: int },
  gives: TOPIC_ROW,
  sql: (
    p,
  ) => sql`select t.course_id as "courseId", t.group_id as "groupId", t.collection_item_id as "itemId", t.title, t.user_id as "authorId",
     ${isTopic('t')} as "isThere", ${isPosted('t')} as "isPosted", t.locked as "lockedByHand" from discussion_topics t where t.id = ${p.id}`,
});

const PERMISSION = 'topics.read' satisfies Permission;

/** Where a topic stands, as the user finds it. */
interface FoundContext {
  at: Held | null;
  context: TopicContext | null;
  conditions: readonly Condition[];
  path: string;
}

async function contextOfTopic(ctx: Ctx, { courseId, groupId, itemId }: RowOf<typeof TOPIC_ROW>): Promise<FoundContext> {
  if (courseId !== null) {
    const { at, conditions } = await explainCourse(ctx, courseId, PERMISSION);
    return { at, context: at && courseTopics(at), conditions, path: `/courses/${courseId}` };
  }
  if (groupId !== null) {
    const at = await accessOrNull(ctx, 'group', groupId);
    const conditions = [condition(`group ${groupId} is there for the user`, at !== null), byRoles(at, PERMISSION)];
    return { at, context: at && groupTopics(at), conditions, path: `/groups/${groupId}` };
  }
  const at = await accessOrNull(ctx, 'collection_item', itemId ?? 0);
  const conditions = [condition(`item ${itemId} of a collection is there for the user`, at !== null), byRoles(at, PERMISSION)];
  return { at, context: at && itemTopics(at), conditions, path: `/collection_items/${itemId}` };
}

const notesOf = (shown: Topic, { lockedByHand }: Pick<RowOf<typeof TOPIC_ROW>, 'lockedByHand'>): string[] => [
  ...(shown.user_can_see_posts ? [] : ['its entries are shown to the user once they have posted one']),
  ...(shown.locked_for_user ? [`it is locked for the user now: ${shown.lock_explanation ?? 'by its date'}`] : []),
  ...(lockedByHand ? ['it is locked by hand: nobody posts'] : []),
];

async function notesOfModules(ctx: Ctx, context: TopicContext | null, [shown]: readonly Topic[]): Promise<string[]> {
  if (!context?.course || !shown || shown.id === null) return [];
  const { id, root_topic_id: rootId, assignment_id: assignmentId } = shown;
  return moduleNotes(ctx, inCourse(ctx, context), contentsOfTopics([{ topicId: rootId ?? id, assignmentId }]));
}

export const explainTopic: Explain = async (ctx, id) => {
  const [found] = await ctx.db.rows(topic, { id });
  if (!found) return undefined;
  const { at, context, conditions, path } = await contextOfTopic(ctx, found);
  const shown: Topic[] = [];
  const show = async () => context && shown.push(await showTopic(ctx, context, { by: 'id', id }));
  const status = await statusOf({ at, permission: PERMISSION }, show);
  return {
    subject: `topic ${id}, "${found.title}"`,
    conditions: [
      condition('the topic is not deleted', found.isThere),
      ...conditions,
      oneOf('it is to be seen', [
        condition('it is posted: neither a draft nor delayed', found.isPosted),
        condition('the user wrote it', found.authorId === ctx.caller.userId),
        condition('the user sees drafts there', context?.oversees ?? false),
      ]),
    ],
    notes: [...shown.flatMap((one) => notesOf(one, found)), ...(await notesOfModules(ctx, context, shown))],
    path: `${path}/discussion_topics/${id}`,
    status,
  };
};
