import type { TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, present, timestamptz } from '../../../store/sql/types.ts';
import type { AssignmentRecord, LinkedContent } from '../../assignments/linked-content.ts';
import { followPoints, TYPE } from './assignments.ts';
import { NEW, type QuizRecord } from './fields.ts';
import { isStarted, requireNotStarted } from './started.ts';
import { keepVersion } from './versions.ts';

const ids = statement({
  name: 'quizzes_of_assignments',
  takes: { assignmentIds: array(int) },
  gives: { id: int, assignmentId: present(int) },
  sql: (p) =>
    sql`select id, assignment_id as "assignmentId" from quizzes where assignment_id = any(${p.assignmentIds}::int[]) and not deleted`,
});

const regroup = statement({
  name: 'regroup_quizzes',
  takes: { from: int, to: int, now: timestamptz },
  sql: (p) =>
    sql`update quizzes set assignment_group_id = ${p.to}, updated_at = ${p.now} where assignment_group_id = ${p.from} and not deleted`,
});

/** What a quiz has of its assignment (quizzes#23). */
const ofAssignment = (record: AssignmentRecord) => ({
  title: record.name,
  description: record.description,
  dueAt: record.dueAt,
  unlockAt: record.unlockAt,
  lockAt: record.lockAt,
  published: record.published,
});

async function makeQuiz(tx: TxCtx, record: AssignmentRecord): Promise<void> {
  const data = {
    ...NEW,
    ...ofAssignment(record),
    courseId: record.courseId,
    assignmentId: record.id,
    pointsPossible: record.pointsPossible ?? 0,
  };
  const { id } = await tx.db.prisma.quiz.create({ data, select: { id: true } });
  if (record.published) await keepVersion(tx, id);
}

async function keepInStep(
  tx: TxCtx,
  at: CourseAccess,
  quiz: QuizRecord,
  { before, after }: { before: AssignmentRecord; after: AssignmentRecord },
): Promise<void> {
  if (quiz.published && !after.published) await requireNotStarted(tx, quiz);
  const hasQuestions = quiz.questionCount > 0;
  // What has come apart before both were published together stays so until one of them is.
  const published = before.published === after.published ? quiz.published : after.published;
  const pointsPossible = hasQuestions ? quiz.pointsPossible : (after.pointsPossible ?? 0);
  const data = { ...ofAssignment(after), published, pointsPossible, updatedAt: tx.now };
  await tx.db.prisma.quiz.updateMany({ where: { id: quiz.id }, data });
  if (published && !quiz.published) await keepVersion(tx, quiz.id);
  if (hasQuestions && after.pointsPossible !== quiz.pointsPossible) await followPoints(tx, at, quiz);
}

const filled = statement({
  name: 'quiz_is_filled',
  takes: { quizId: int },
  gives: { filled: boolean },
  sql: (p) => sql`select exists (select 1 from quiz_questions x where x.quiz_id = ${p.quizId})
     or exists (select 1 from quiz_groups g where g.quiz_id = ${p.quizId}) as filled`,
});

/** Somebody has written in it, if only what no attempt counts: a text, or a group of which nothing is drawn. */
async function isFilled(tx: TxCtx, quizId: number): Promise<boolean> {
  const [row] = await tx.db.rows(filled, { quizId });
  return row?.filled ?? false;
}

/** A quiz goes with its assignment; where that is of another type now, one with content or attempts is left by itself (quizzes#26). */
async function part(tx: TxCtx, quiz: QuizRecord, assignmentEnds: boolean): Promise<void> {
  const stays = !assignmentEnds && ((await isFilled(tx, quiz.id)) || (await isStarted(tx, { id: quiz.id, assignmentId: null })));
  await tx.db.prisma.quiz.updateMany({
    where: { id: quiz.id },
    data: { deleted: !stays, assignmentId: assignmentEnds ? quiz.assignmentId : null, updatedAt: tx.now },
  });
}

const lock = statement({
  name: 'quiz_of_assignment_held',
  takes: { assignmentId: int },
  gives: { id: int },
  sql: (p) => sql`select id from quizzes where assignment_id = ${p.assignmentId} and not deleted for update`,
});

async function held(tx: TxCtx, assignmentId: number): Promise<QuizRecord | null> {
  void tx.db.rows(lock, { assignmentId });
  return tx.db.prisma.quiz.findFirst({ where: { assignmentId, deleted: false } });
}

const isOfType = (record: AssignmentRecord): boolean => record.submissionTypes.includes(TYPE);

/** What is one thing with an assignment of type `online_quiz`: its quiz (quizzes#22). */
export const quizPartner: LinkedContent = {
  type: TYPE,
  async follow(tx, at, before, after) {
    const quiz = before && (await held(tx, before.id));
    const wanted = after !== null && isOfType(after) ? after : null;
    if (!quiz || !before) return wanted ? makeQuiz(tx, wanted) : undefined;
    return wanted ? keepInStep(tx, at, quiz, { before, after: wanted }) : part(tx, quiz, after === null);
  },
  async regroup(tx, from, to) {
    await tx.db.rows(regroup, { from, to, now: tx.now });
  },
  async fields(ctx, _access, assignments) {
    const found = await ctx.db.rows(ids, { assignmentIds: assignments.map((row) => row.id) });
    // No quiz is anonymous yet (assignments#27).
    return new Map(found.map((quiz) => [quiz.assignmentId, { quiz_id: quiz.id, anonymous_submissions: false }]));
  },
};
