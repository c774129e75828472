import type { Ctx } from '../../access/context.ts';
import { isGrader } from '../../access/permissions.ts';
import { isGraded, type Reach, reachOf, within } from '../../access/reach.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { foundIn, invalidField, notFound } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { insertedRow, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { requireReadable } from '../overrides/overrides.ts';
import { findUserId, requireUserId } from '../users/people.ts';
import type { PeerReview } from './schemas.ts';

interface Row {
  id: number;
  userId: number;
  assessorId: number;
  state: PeerReview['workflow_state'];
}

// Who grades sees all of the work that they grade, and everybody the reviews that they are to write.
const list = keyedList<Row, 'author'>({
  name: 'peer_reviews_of_assignment',
  select: `select p.id, p.user_id as "userId", p.assessor_id as "assessorId", p.state from peer_reviews p join assignments a on a.id = p.assignment_id
    where p.assignment_id = $1 and (p.assessor_id = $2 or ${isGraded('a.course_id', 'p.user_id', '$3')})`,
  parameters: 3,
  filters: { author: (parameter) => `p.user_id = ${parameter}::int` },
  key: [{ sql: 'p.id', type: 'int' }],
  keyOf: (row) => [row.id],
});

const student = statement<{ found: boolean }>(
  'is_student_to_review',
  `select exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment' and e.state = 'active'
     and ${within('e.course_section_id', '$3')}) as found`,
);

const present = (row: Row): PeerReview => ({
  id: row.id,
  asset_id: row.userId,
  user_id: row.userId,
  assessor_id: row.assessorId,
  workflow_state: row.state,
});

/** A student in a reach by any form of an id; undefined where it is none. */
async function findStudent(ctx: Ctx, at: CourseStanding, form: IdForm, reach: Reach): Promise<number | undefined> {
  const id = await findUserId(ctx, form.by === 'self' ? { by: 'id', id: ctx.caller.userId } : form, at.course.rootAccountId);
  const [row] = id === undefined ? [] : await ctx.db.rows(student, [at.course.id, id, reach]);
  return row?.found ? id : undefined;
}

async function read(ctx: Ctx, at: CourseStanding, assignmentId: number, author: number | undefined, page: PageRequest) {
  const found = await list.read(ctx.db, [assignmentId, ctx.caller.userId, reachOf(at, 'submissions.list')], page, { author });
  return mapPage(found, found.rows.map(present));
}

export async function listPeerReviews(ctx: Ctx, at: CourseStanding, assignmentId: number, page: PageRequest): Promise<Page<PeerReview>> {
  await requireReadable(ctx, at, assignmentId);
  return read(ctx, at, assignmentId, undefined, page);
}

async function author(ctx: Ctx, at: CourseStanding, assignmentId: number, form: IdForm, reach: Reach): Promise<number> {
  await requireReadable(ctx, at, assignmentId);
  const id = await findStudent(ctx, at, form, reach);
  if (id === undefined) throw notFound();
  return id;
}

export async function listPeerReviewsOfStudent(
  ctx: Ctx,
  at: CourseStanding,
  assignmentId: number,
  form: IdForm,
  page: PageRequest,
): Promise<Page<PeerReview>> {
  // Who reviews reads of any author what they are to write.
  const reach = at.roles.has('student') || !isGrader(at) ? null : reachOf(at, 'submissions.list');
  return read(ctx, at, assignmentId, await author(ctx, at, assignmentId, form, reach), page);
}

async function reviewer(ctx: Ctx, at: CourseStanding, form: IdForm, userId: number): Promise<number> {
  const id = await findStudent(ctx, at, form, reachOf(at, 'peer_reviews.edit'));
  if (id === undefined) throw invalidField('user_id', 'invalid', 'is no student of the course');
  if (id === userId) throw invalidField('user_id', 'invalid', 'must not be the author');
  return id;
}

const RETURNED = `returning id, user_id as "userId", assessor_id as "assessorId", state`;

// An update that changes nothing gives the row back, however many ask at once.
const insert = statement<Row>(
  'peer_review_insert',
  `insert into peer_reviews (assignment_id, user_id, assessor_id) values ($1, $2, $3)
   on conflict (assignment_id, user_id, assessor_id) do update set user_id = excluded.user_id ${RETURNED}`,
);
const remove = statement<Row>(
  'peer_review_delete',
  `delete from peer_reviews where assignment_id = $1 and user_id = $2 and assessor_id = $3 ${RETURNED}`,
);

/** One that is there already is answered as it is. */
export async function createPeerReview(
  ctx: Ctx,
  at: CourseStanding,
  assignmentId: number,
  form: IdForm,
  reviewerForm: IdForm,
): Promise<PeerReview> {
  const userId = await author(ctx, at, assignmentId, form, reachOf(at, 'peer_reviews.edit'));
  const assessorId = await reviewer(ctx, at, reviewerForm, userId);
  return present(insertedRow(await ctx.db.rows(insert, [assignmentId, userId, assessorId])));
}

export async function deletePeerReview(
  ctx: Ctx,
  at: CourseStanding,
  assignmentId: number,
  form: IdForm,
  reviewerForm: IdForm,
): Promise<PeerReview> {
  const userId = await author(ctx, at, assignmentId, form, reachOf(at, 'peer_reviews.edit'));
  const assessorId = await requireUserId(ctx, reviewerForm, at.course.rootAccountId);
  return present(foundIn(await ctx.db.rows(remove, [assignmentId, userId, assessorId])));
}
