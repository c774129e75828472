import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader } from '../../access/permissions.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { foundIn, invalidField, notFound } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { insertedRow, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { peerReviewState } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { isActiveStudentWithin, isGraded, isStudentWithin } from '../enrollments/relations.ts';
import { requireReadable } from '../overrides/overrides.ts';
import { PICTURE_COLUMN, shownUser } from '../users/avatars.ts';
import { findUserId, requireUserId } from '../users/people.ts';
import type { ShownUser } from '../users/schemas.ts';
import type { AskedOfReviews, ListedPeerReview, PeerReview } from './schemas.ts';

const ROW = {
  id: int,
  userId: int,
  assessorId: int,
  state: peerReviewState,
};
type Row = RowOf<typeof ROW>;

// Who grades sees all of the work that they grade, and everybody the reviews that they are to write. Those of the assignment are taken
// first: in the order of a page all reviews there are would be gone through, where an assignment has few.
const list = keyedList({
  name: 'peer_reviews_of_assignment',
  takes: { assignmentId: int, callerId: int, reach: nullable(array(int)) },
  mayTake: { author: int },
  gives: ROW,
  select: (p) => sql`select p.id, p.user_id as "userId", p.assessor_id as "assessorId", p.state
    from (select * from peer_reviews of where of.assignment_id = ${p.assignmentId} ${ONE_BY_ONE}) p join assignments a on a.id = p.assignment_id
    where ${isStudentWithin(sql`a.course_id`, sql`p.user_id`, sql`null`)}
      and (p.assessor_id = ${p.callerId} or ${isGraded(sql`a.course_id`, sql`p.user_id`, p.reach)})`,
  filters: { author: (p) => sql`p.user_id = ${p.author}::int` },
  key: [{ sql: sql`p.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});

const student = statement({
  name: 'is_student_to_review',
  takes: { courseId: int, id: int, reach: nullable(array(int)) },
  gives: { found: boolean },
  sql: (p) => sql`select ${isActiveStudentWithin(p.courseId, p.id, p.reach)} as found`,
});

const present = (row: Row): PeerReview => ({
  id: row.id,
  asset_id: row.userId,
  user_id: row.userId,
  assessor_id: row.assessorId,
  workflow_state: row.state,
});

/** A student in a reach by any form of an id; undefined where it is none. */
async function findStudent(ctx: Ctx, at: CourseAccess, form: IdForm, reach: Reach): Promise<number | undefined> {
  const id = await findUserId(ctx, form.by === 'self' ? { by: 'id', id: ctx.caller.userId } : form, at.course.rootAccountId);
  const [row] = id === undefined ? [] : await ctx.db.rows(student, { courseId: at.course.id, id, reach });
  return row?.found ? id : undefined;
}

const people = statement({
  name: 'people_of_peer_reviews',
  takes: { ids: array(int) },
  gives: { id: int, name: text, picture: nullable(text) },
  sql: (p) => sql`select u.id, u.short_name as name, ${PICTURE_COLUMN} from users u where u.id = any(${p.ids}::int[])`,
});

/** Authors and reviewers of a page, by id (peer-reviews#13). */
async function peopleOf(ctx: Ctx, at: CourseAccess, rows: readonly Row[]): Promise<Map<number, ShownUser>> {
  const ids = [...new Set(rows.flatMap((row) => [row.userId, row.assessorId]))];
  const found = await ctx.db.rows(people, { ids });
  return new Map(found.map((row) => [row.id, shownUser(ctx, row, row.name, `${ctx.webUrl}/courses/${at.course.id}/users/${row.id}`)]));
}

/** Which are asked for, and what of them. */
interface Asked extends AskedOfReviews {
  assignmentId: number;
  author: number | undefined;
}

async function read(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, author, include }: Asked,
  page: PageRequest,
): Promise<Page<ListedPeerReview>> {
  const viewer = { callerId: ctx.caller.userId, reach: reachOf(at, 'submissions.list') };
  const found = await list.read(ctx.db, { assignmentId, ...viewer }, page, { author });
  const shown = include?.has('user') ? await peopleOf(ctx, at, found.rows) : undefined;
  return mapPage(
    found,
    found.rows.map((row) => ({ ...present(row), user: shown?.get(row.userId), assessor: shown?.get(row.assessorId) })),
  );
}

export async function listPeerReviews(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, include }: Omit<Asked, 'author'>,
  page: PageRequest,
): Promise<Page<ListedPeerReview>> {
  await requireReadable(ctx, at, assignmentId);
  return read(ctx, at, { assignmentId, author: undefined, include }, page);
}

async function author(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, student }: { assignmentId: number; student: IdForm },
  reach: Reach,
): Promise<number> {
  await requireReadable(ctx, at, assignmentId);
  const id = await findStudent(ctx, at, student, reach);
  if (id === undefined) throw notFound();
  return id;
}

export async function listPeerReviewsOfStudent(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, student, include }: Omit<Asked, 'author'> & { student: IdForm },
  page: PageRequest,
): Promise<Page<ListedPeerReview>> {
  // Who reviews reads of any author what they are to write.
  const reach = at.roles.has('student') || !isGrader(at) ? null : reachOf(at, 'submissions.list');
  return read(ctx, at, { assignmentId, author: await author(ctx, at, { assignmentId, student }, reach), include }, page);
}

/** Of any section: authors alone are bounded by where the caller grades (peer-reviews#4). */
async function reviewer(ctx: Ctx, at: CourseAccess, form: IdForm, userId: number): Promise<number> {
  const id = await findStudent(ctx, at, form, null);
  if (id === undefined) throw invalidField('user_id', 'invalid', 'is no student of the course');
  if (id === userId) throw invalidField('user_id', 'invalid', 'must not be the author');
  return id;
}

const RETURNED = sql`returning id, user_id as "userId", assessor_id as "assessorId", state`;

// An update that changes nothing gives the row back, however many ask at once.
const insert = statement({
  name: 'peer_review_insert',
  takes: { assignmentId: int, userId: int, assessorId: int },
  gives: ROW,
  sql: (p) => sql`insert into peer_reviews (assignment_id, user_id, assessor_id) values (${p.assignmentId}, ${p.userId}, ${p.assessorId})
   on conflict (assignment_id, user_id, assessor_id) do update set user_id = excluded.user_id ${RETURNED}`,
});
const remove = statement({
  name: 'peer_review_delete',
  takes: { assignmentId: int, userId: int, assessorId: int },
  gives: ROW,
  sql: (p) =>
    sql`delete from peer_reviews where assignment_id = ${p.assignmentId} and user_id = ${p.userId} and assessor_id = ${p.assessorId} ${RETURNED}`,
});

/** One that is there already is answered as it is. */
export async function createPeerReview(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, student, reviewerForm }: { assignmentId: number; student: IdForm; reviewerForm: IdForm },
): Promise<PeerReview> {
  const userId = await author(ctx, at, { assignmentId, student }, reachOf(at, 'peer_reviews.edit'));
  const assessorId = await reviewer(ctx, at, reviewerForm, userId);
  return present(insertedRow(await ctx.db.rows(insert, { assignmentId, userId, assessorId })));
}

export async function deletePeerReview(
  ctx: Ctx,
  at: CourseAccess,
  { assignmentId, student, reviewerForm }: { assignmentId: number; student: IdForm; reviewerForm: IdForm },
): Promise<PeerReview> {
  const userId = await author(ctx, at, { assignmentId, student }, reachOf(at, 'peer_reviews.edit'));
  const assessorId = await requireUserId(ctx, reviewerForm, at.course.rootAccountId);
  return present(foundIn(await ctx.db.rows(remove, { assignmentId, userId, assessorId })));
}
