import { z } from 'zod';
import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable } from '../../store/sql/types.ts';
import { systemContext } from '../accounts/bootstrap.ts';
import type { Job } from '../area.ts';
import { publishAssignment } from '../assignments/changes.ts';
import { holdCourse } from '../assignments/positions.ts';
import { publishEvent } from '../events/events.ts';
import { FILES_CHANGED, FilesChanged } from '../files/changes.ts';
import { GROUPS_CHANGED, GroupsChanged } from '../groups/changes.ts';
import { BUILD_VIEW, CHILDREN, POST_TOPIC } from './job-names.ts';
import { isTopic } from './relations.ts';
import { keepChildren, keepChildrenSoon, topicsLeaveSet } from './topic-changes/topic-changes.ts';
import { buildView, noteFileChanges } from './views/views.ts';

const OfTopic = z.object({ topicId: z.int() });

// By the database's clock, which told the worker that the time has come.
const post = statement({
  name: 'delayed_topic_posted',
  takes: { topicId: int },
  gives: { groupCategoryId: nullable(int), assignmentId: nullable(int) },
  sql: (p) => sql`update discussion_topics set state = 'active', posted_at = now(), updated_at = now()
   where id = ${p.topicId} and state = 'delayed' and delayed_post_at <= now()
   returning group_category_id as "groupCategoryId", assignment_id as "assignmentId"`,
});
const courseOf = statement({
  name: 'course_of_delayed_topic',
  takes: { topicId: int },
  gives: { courseId: nullable(int) },
  sql: (p) => sql`select course_id as "courseId" from discussion_topics where id = ${p.topicId}`,
});

/** Posts a topic whose time has come, and publishes its assignment with it (discussions#83). */
async function postTopic(tx: TxCtx, topicId: number): Promise<void> {
  const [place] = await tx.db.rows(courseOf, { topicId });
  if (place?.courseId != null) await holdCourse(tx, place.courseId);
  const [posted] = await tx.db.rows(post, { topicId });
  if (posted && posted.assignmentId !== null) await publishAssignment(tx, posted.assignmentId);
  if (posted) await publishEvent(tx, 'topic', { topicId });
  if (posted && posted.groupCategoryId !== null) await keepChildrenSoon(tx, topicId);
}

const rootsOf = statement({
  name: 'root_topics_of_set',
  takes: { groupCategoryId: int },
  gives: { id: int },
  sql: (p) => sql`select t.id from discussion_topics t where t.group_category_id = ${p.groupCategoryId} and ${isTopic('t')} order by t.id`,
});

export const discussionJobs: readonly Job[] = [
  { name: POST_TOPIC, run: (database, payload) => systemContext(database).tx((tx) => postTopic(tx, OfTopic.parse(payload).topicId)) },
  { name: CHILDREN, run: (database, payload) => systemContext(database).tx((tx) => keepChildren(tx, OfTopic.parse(payload).topicId)) },
  { name: BUILD_VIEW, run: (database, payload) => buildView(database, OfTopic.parse(payload).topicId) },
  { name: FILES_CHANGED, run: (database, payload) => noteFileChanges(database, FilesChanged.parse(payload).fileIds) },
  {
    name: GROUPS_CHANGED,
    async run(database, payload) {
      const { groupCategoryId } = GroupsChanged.parse(payload);
      // An earlier release leaves the topics of a set that it deletes to this job. This goes a release later.
      await systemContext(database).tx((tx) => topicsLeaveSet(tx, groupCategoryId));
      for (const { id } of await database.rows(rootsOf, { groupCategoryId }))
        await systemContext(database).tx((tx) => keepChildrenSoon(tx, id));
    },
  },
];
