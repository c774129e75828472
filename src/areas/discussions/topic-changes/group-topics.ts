import { isDeepStrictEqual } from 'node:util';
import type { TxCtx } from '../../../access/context.ts';
import { statement } from '../../../store/database.ts';
import { identifier, join, type Sql, sql } from '../../../store/sql/sql.ts';
import { array, int, nullable } from '../../../store/sql/types.ts';
import type { TopicsLeaveSet } from '../../groups/changes.ts';
import { isMember } from '../../groups/relations.ts';
import { CHILDREN } from '../job-names.ts';
import { isTopic } from '../relations.ts';
import { positionOf } from './positions.ts';
import type { Changeable } from './requests.ts';

/** What a child has of its root. */
const COPIED = [
  'user_id',
  'title',
  'message',
  'type',
  'is_announcement',
  'state',
  'locked',
  'require_initial_post',
  'podcast_enabled',
  'podcast_has_student_posts',
  'allow_rating',
  'only_graders_can_rate',
  'sort_by_rating',
  'attachment_id',
  'posted_at',
  'delayed_post_at',
  'lock_at',
  'assignment_id',
] as const;
const copied = (alias: Sql): Sql =>
  join(
    COPIED.map((column) => sql`${alias}.${identifier(column)}`),
    ', ',
  );

const hold = statement({
  name: 'topic_held',
  takes: { id: int },
  sql: (p) => sql`select from discussion_topics where id = ${p.id} for no key update`,
});

export const holdTopicById = (tx: TxCtx, id: number): Promise<never[]> => tx.db.rows(hold, { id });

/** Makes the children of a topic: that of one group alone, or those of every group of the set. */
const make = statement({
  name: 'topic_children_made',
  takes: { rootId: int, groupId: nullable(int) },
  gives: { id: int },
  sql: (p) => sql`with missing as materialized (
     select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id, g.id as group_id, r.id as root_id
     from discussion_topics r join groups g on g.group_category_id = r.group_category_id and not g.deleted
     where r.id = ${p.rootId} and ${isTopic('r')} and (${p.groupId}::int is null or g.id = ${p.groupId}::int)
       and not exists (select 1 from discussion_topics c where c.root_topic_id = r.id and c.group_id = g.id)),
   made as (
     insert into discussion_topics (id, group_id, root_topic_id, position, ${join(COPIED.map(identifier), ', ')}) overriding system value
     select missing.id, missing.group_id, r.id, ${positionOf(sql`missing.id`)}, ${copied(sql`r`)}
     from missing join discussion_topics r on r.id = missing.root_id
     returning id, user_id),
   views as (insert into discussion_views (topic_id, version, participants, json) select id, 0, '{}', '[]' from made)
   insert into discussion_participants (topic_id, user_id, read) select id, user_id, true from made returning topic_id as id`,
});

/** Those that had ended come back with all that was said in them, where the root is of their set again. */
const follow = statement({
  name: 'topic_children_followed',
  takes: { rootId: int, groupId: nullable(int) },
  sql: (p) => sql`update discussion_topics c set ${join(
    COPIED.map((column) => sql`${identifier(column)} = r.${identifier(column)}`),
    ', ',
  )}, updated_at = now()
   from discussion_topics r, groups g
   where c.root_topic_id = ${p.rootId} and r.id = c.root_topic_id and ${isTopic('r')}
     and (${p.groupId}::int is null or c.group_id = ${p.groupId}::int) and g.id = c.group_id and not g.deleted and g.group_category_id = r.group_category_id
     and (${copied(sql`c`)}) is distinct from (${copied(sql`r`)})`,
});
/** A child `c` goes whose group `g` has ended, or whose root `r` has ended or has another set now. */
const ENDS = sql`(g.deleted or r.state = 'deleted' or g.group_category_id is distinct from r.group_category_id)`;
const end = statement({
  name: 'topic_children_ended',
  takes: { rootId: int },
  sql: (p) => sql`update discussion_topics c set state = 'deleted', updated_at = now() from discussion_topics r, groups g
   where c.root_topic_id = ${p.rootId} and r.id = c.root_topic_id and g.id = c.group_id and ${isTopic('c')} and ${ENDS}`,
});

/** Keeps the children of a root in step with it and with the groups of its set (discussions#73). */
export async function keepChildren(tx: TxCtx, rootId: number): Promise<void> {
  // One at a time, so that no group gets two.
  await holdTopicById(tx, rootId);
  await tx.db.rows(make, { rootId, groupId: null });
  await tx.db.rows(follow, { rootId, groupId: null });
  await tx.db.rows(end, { rootId });
}

export const keepChildrenSoon = (tx: TxCtx, rootId: number): Promise<void> =>
  tx.enqueue(CHILDREN, { topicId: rootId }, { key: `${CHILDREN}:${rootId}` });

const own = statement({
  name: 'own_topic_child',
  takes: { rootId: int, userId: int },
  gives: { id: int, version: int },
  sql: (
    p,
  ) => sql`select c.id, c.version from discussion_topics c join group_memberships m on m.group_id = c.group_id and m.user_id = ${p.userId} and ${isMember('m')}
   where c.root_topic_id = ${p.rootId} and ${isTopic('c')} for no key update of c`,
});
const ownGroup = statement({
  name: 'own_group_of_root_topic',
  takes: { rootId: int, userId: int },
  gives: { groupId: int },
  sql: (p) => sql`select m.group_id as "groupId" from discussion_topics r
     join group_memberships m on m.group_category_id = r.group_category_id and m.user_id = ${p.userId} and ${isMember('m')}
     join groups g on g.id = m.group_id and not g.deleted
   where r.id = ${p.rootId}`,
});

/** The child of the caller's own group, held; made, or taken back, where the job has yet to come to it. Undefined: no group of the set. */
export async function holdOwnChild(tx: TxCtx, rootId: number): Promise<{ id: number } | undefined> {
  const values = { rootId, userId: tx.caller.userId };
  const [child] = await tx.db.rows(own, values);
  if (child) return child;
  const [group] = await tx.db.rows(ownGroup, values);
  if (!group) return undefined;
  const one = { rootId, groupId: group.groupId };
  await tx.db.rows(make, one);
  await tx.db.rows(follow, one);
  const [made] = await tx.db.rows(own, values);
  return made;
}

const heldChildren = statement({
  name: 'topic_children_held',
  takes: { rootId: int },
  gives: { entryCount: int },
  sql: (p) =>
    sql`select c.entry_count as "entryCount" from discussion_topics c where c.root_topic_id = ${p.rootId} and ${isTopic('c')} order by c.id for no key update`,
});

/** What all children hold; nobody posts in one until the transaction ends. */
export async function entriesInChildren(tx: TxCtx, rootId: number): Promise<number> {
  const rows = await tx.db.rows(heldChildren, { rootId });
  return rows.reduce((sum, row) => sum + row.entryCount, 0);
}

const stateOfChildren = statement({
  name: 'topic_children_state',
  takes: { rootId: int },
  sql: (p) => sql`update discussion_topics c set state = case when ${ENDS} then 'deleted' else r.state end, posted_at = r.posted_at,
     assignment_id = r.assignment_id, locked = r.locked, lock_at = r.lock_at, require_initial_post = r.require_initial_post, updated_at = now()
   from discussion_topics r, groups g where r.id = ${p.rootId} and c.root_topic_id = r.id and g.id = c.group_id and ${isTopic('c')}`,
});

/**
 * Children are hidden with their root at once, locked and bound as it is, and end with its set, so that nobody posts where nobody
 * will read or may (discussions#77); the rest is left to the job.
 */
export const followRoot = (tx: TxCtx, rootId: number): Promise<never[]> => tx.db.rows(stateOfChildren, { rootId });

type Followed = Pick<Changeable, 'state' | 'assignmentId' | 'groupCategoryId' | 'locked' | 'lockAt' | 'requireInitialPost'>;
const followed = ({ state, assignmentId, groupCategoryId, locked, lockAt, requireInitialPost }: Followed) => [
  state,
  assignmentId,
  groupCategoryId,
  locked,
  lockAt,
  requireInitialPost,
];

/** A change of the root that its children are not to be behind with. */
export const followsAtOnce = (before: Followed, after: Followed): boolean =>
  before.groupCategoryId !== null && !isDeepStrictEqual(followed(before), followed(after));

const leaveDeletedSet = statement({
  name: 'root_topics_leave_deleted_set',
  takes: { groupCategoryId: int },
  gives: { id: int },
  sql: (p) => sql`update discussion_topics t set group_category_id = null, updated_at = now()
   from (select r.id from discussion_topics r join group_categories gc on gc.id = r.group_category_id and gc.deleted
     where r.group_category_id = ${p.groupCategoryId} and ${isTopic('r')} order by r.id for no key update of r) of_set
   where t.id = of_set.id returning t.id`,
});
const endAll = statement({
  name: 'topic_children_of_roots_ended',
  takes: { rootIds: array(int) },
  sql: (p) =>
    sql`update discussion_topics c set state = 'deleted', updated_at = now() where c.root_topic_id = any(${p.rootIds}::int[]) and ${isTopic('c')}`,
});

/**
 * Topics of a set that is deleted are of no set, as their assignments are not, and their children end (discussions#77): by two statements,
 * so that roots are held before children.
 */
export const topicsLeaveSet: TopicsLeaveSet = async (tx, groupCategoryId) => {
  const rootIds = (await tx.db.rows(leaveDeletedSet, { groupCategoryId })).map(({ id }) => id);
  if (rootIds.length > 0) await tx.db.rows(endAll, { rootIds });
};
