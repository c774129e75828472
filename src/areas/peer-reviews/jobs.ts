import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Database, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, timestamptz } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { ASSIGN_PEER_REVIEWS } from '../assignments/job-names.ts';
import { notePeerReviews, peerReviewsAt } from '../assignments/peer-review-time.ts';
import { isActiveStudentOf } from '../enrollments/relations.ts';
import { isTurnedIn } from '../submissions/relations.ts';
import { giveOut } from './giving-out.ts';

const Payload = z.object({ assignmentId: z.int() });

const turnedIn = statement({
  name: 'students_who_turned_in',
  takes: { assignmentId: int },
  gives: { userId: int },
  sql: (p) => sql`select s.user_id as "userId" from submissions s join assignments a on a.id = s.assignment_id
   where s.assignment_id = ${p.assignmentId} and ${isTurnedIn('s')} and ${isActiveStudentOf(sql`a.course_id`, sql`s.user_id`)}
   order by s.user_id`,
});

function shuffled(ids: readonly number[]): number[] {
  const order = [...ids];
  for (let i = order.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return order;
}

const CHUNK = 1_000;

// The clock by which the job was started: another one could say that it is not time yet, and no job would come again.
const clock = statement({ name: 'clock_of_peer_reviews', gives: { now: timestamptz }, sql: () => sql`select now() as now` });

const held = statement({
  name: 'assignment_to_review_held',
  takes: { assignmentId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = ${p.assignmentId} for update`,
});

/** Once for each assignment; one whose time was moved on has another job by then. */
async function assign(database: Database, assignmentId: number): Promise<void> {
  await database.transaction(async (db) => {
    void db.rows(held, { assignmentId });
    const assignment = await db.prisma.assignment.findFirst({ where: { id: assignmentId } });
    if (!assignment || assignment.deleted || assignment.peerReviewsAssigned || !assignment.automaticPeerReviews) return;
    const at = peerReviewsAt(assignment);
    const [time] = await db.rows(clock, {});
    if (at === null || !time || at > time.now) return;
    const order = shuffled((await db.rows(turnedIn, { assignmentId })).map((row) => row.userId));
    const there = await db.prisma.peerReview.findMany({ where: { assignmentId }, select: { userId: true, assessorId: true } });
    const reviews = giveOut(order, assignment.peerReviewCount, there).map((review) => ({ assignmentId, ...review }));
    for (let i = 0; i < reviews.length; i += CHUNK)
      await db.prisma.peerReview.createMany({ data: reviews.slice(i, i + CHUNK), skipDuplicates: true });
    await notePeerReviews(db, assignmentId);
  });
}

export const assignPeerReviews: Job = {
  name: ASSIGN_PEER_REVIEWS,
  run: (database, payload) => assign(database, Payload.parse(payload).assignmentId),
};
