import type { TxCtx } from '../../access/context.ts';
import { type Statement, statement } from '../../store/database.ts';
import { CHILDREN } from './job-names.ts';
import { POSITION_OF_ID } from './positions.ts';

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
  'posted_at',
  'delayed_post_at',
  'lock_at',
  'assignment_id',
] as const;
const copied = (alias: string): string => COPIED.map((column) => `${alias}.${column}`).join(', ');

const hold = statement<never>('topic_held', 'select 1 from discussion_topics where id = $1 for no key update');

export const holdTopicById = (tx: TxCtx, id: number): Promise<never[]> => tx.db.rows(hold, [id]);

/** Of the group $2 alone, or of every group of the set. */
const make = statement<{ id: number }>(
  'topic_children_made',
  `with missing as materialized (
     select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id, g.id as group_id, r.id as root_id
     from discussion_topics r join groups g on g.group_category_id = r.group_category_id and not g.deleted
     where r.id = $1 and r.state <> 'deleted' and ($2::int is null or g.id = $2::int)
       and not exists (select 1 from discussion_topics c where c.root_topic_id = r.id and c.group_id = g.id)),
   made as (
     insert into discussion_topics (id, group_id, root_topic_id, position, ${COPIED.join(', ')}) overriding system value
     select missing.id, missing.group_id, r.id, ${POSITION_OF_ID.replace('id', 'missing.id')}, ${copied('r')}
     from missing join discussion_topics r on r.id = missing.root_id
     returning id, user_id),
   views as (insert into discussion_views (topic_id, version, participants, json) select id, 0, '{}', '[]' from made)
   insert into discussion_participants (topic_id, user_id, read) select id, user_id, true from made returning topic_id as id`,
);

const follow = statement<never>(
  'topic_children_followed',
  `update discussion_topics c set ${COPIED.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = now()
   from discussion_topics r, groups g
   where c.root_topic_id = $1 and r.id = c.root_topic_id and r.state <> 'deleted'
     and g.id = c.group_id and not g.deleted and g.group_category_id = r.group_category_id
     and (${copied('c')}) is distinct from (${copied('r')})`,
);
/** A child whose group has ended, or whose root has ended or has another set now, goes. */
const end = statement<never>(
  'topic_children_ended',
  `update discussion_topics c set state = 'deleted', updated_at = now() from discussion_topics r, groups g
   where c.root_topic_id = $1 and r.id = c.root_topic_id and g.id = c.group_id and c.state <> 'deleted'
     and (g.deleted or r.state = 'deleted' or g.group_category_id is distinct from r.group_category_id)`,
);

/** Keeps the children of a root in step with it and with the groups of its set (D5.12). */
export async function keepChildren(tx: TxCtx, rootId: number): Promise<void> {
  // One at a time, so that no group gets two.
  await holdTopicById(tx, rootId);
  await tx.db.rows(make, [rootId, null]);
  await tx.db.rows(follow, [rootId]);
  await tx.db.rows(end, [rootId]);
}

export const keepChildrenSoon = (tx: TxCtx, rootId: number): Promise<void> =>
  tx.enqueue(CHILDREN, { topicId: rootId }, { key: `${CHILDREN}:${rootId}` });

const own: Statement<{ id: number; version: number }> = statement(
  'own_topic_child',
  `select c.id, c.version from discussion_topics c join group_memberships m on m.group_id = c.group_id and m.user_id = $2 and m.state = 'accepted'
   where c.root_topic_id = $1 and c.state <> 'deleted' for no key update of c`,
);
const ownGroup = statement<{ groupId: number }>(
  'own_group_of_root_topic',
  `select m.group_id as "groupId" from discussion_topics r
     join group_memberships m on m.group_category_id = r.group_category_id and m.user_id = $2 and m.state = 'accepted'
     join groups g on g.id = m.group_id and not g.deleted
   where r.id = $1`,
);

/** The child of the caller's own group, held; made now where the job has yet to come to it. Undefined: no group of the set. */
export async function holdOwnChild(tx: TxCtx, rootId: number): Promise<{ id: number } | undefined> {
  const values = [rootId, tx.caller.userId];
  const [child] = await tx.db.rows(own, values);
  if (child) return child;
  const [group] = await tx.db.rows(ownGroup, values);
  if (!group) return undefined;
  await tx.db.rows(make, [rootId, group.groupId]);
  const [made] = await tx.db.rows(own, values);
  return made;
}

const heldChildren = statement<{ entryCount: number }>(
  'topic_children_held',
  `select entry_count as "entryCount" from discussion_topics where root_topic_id = $1 and state <> 'deleted' order by id for no key update`,
);

/** What all children hold; nobody posts in one until the transaction ends. */
export async function entriesInChildren(tx: TxCtx, rootId: number): Promise<number> {
  const rows = await tx.db.rows(heldChildren, [rootId]);
  return rows.reduce((sum, row) => sum + row.entryCount, 0);
}

const stateOfChildren = statement<never>(
  'topic_children_state',
  `update discussion_topics c set state = r.state, posted_at = r.posted_at, assignment_id = r.assignment_id, updated_at = now()
   from discussion_topics r where r.id = $1 and c.root_topic_id = r.id and c.state <> 'deleted'`,
);

/** Children are hidden with their root at once, and bound by its assignment; the rest is left to the job. */
export const followRoot = (tx: TxCtx, rootId: number): Promise<never[]> => tx.db.rows(stateOfChildren, [rootId]);
