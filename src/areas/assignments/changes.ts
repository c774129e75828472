import { isDeepStrictEqual } from 'node:util';
import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import type { Settings } from '../../access/settings.ts';
import { type FieldError, invalidFields, notFound } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { publishEvent } from '../events/events.ts';
import { keepingClosedWork } from '../grading-periods/closed-work.ts';
import { matchOverrides, removeGroupOverrides } from '../overrides/changes.ts';
import { presentAssignment } from './assignments.ts';
import { columnsOf, type FieldRules, NEW, settle } from './fields.ts';
import { frozenChanges, frozenTo } from './freezing.ts';
import { forgetNeverDropped } from './group-rows.ts';
import { ASSIGN_PEER_REVIEWS } from './job-names.ts';
import { type AssignmentRecord, followAll } from './linked-content.ts';
import { unmute } from './muting.ts';
import { type AssignmentChanges, BY_DEFAULT } from './parameters.ts';
import { peerReviewsAt } from './peer-review-time.ts';
import { arranged, holdCourse, idsInGroup, numberAssignments } from './positions.ts';
import { findReferences } from './references.ts';
import { deriveGrades } from './regrading.ts';
import type { Assignment } from './schemas.ts';

/** What the client calls a field that it sent otherwise than as an assignment's: what is wrong is said of that (conventions#15). */
export type FieldNames = Readonly<Record<string, string>>;

function refuse(errors: readonly FieldError[], names: FieldNames): void {
  if (errors.length === 0) return;
  throw invalidFields(errors.map((error) => ({ ...error, attribute: names[error.attribute] ?? error.attribute })));
}

const rulesFor = (at: CourseAccess, settings: Settings, zone: string): FieldRules => ({
  settings,
  zone,
  administers: at.writing.has('admin'),
});

/** Reviews that are to be given out by themselves are, at their time; a date that changes moves the job (peer-reviews#10). */
async function schedulePeerReviews(tx: TxCtx, record: AssignmentRecord): Promise<void> {
  const runAt = peerReviewsAt(record);
  if (!record.automaticPeerReviews || record.peerReviewsAssigned || runAt === null) return;
  const key = `${ASSIGN_PEER_REVIEWS}_${record.id}`;
  await tx.enqueue(ASSIGN_PEER_REVIEWS, { assignmentId: record.id }, { key, runAt });
}

/** Makes an assignment, without what is one thing with it. */
export function insertAssignment(tx: TxCtx, at: CourseAccess, sent: AssignmentChanges, names: FieldNames = {}): Promise<AssignmentRecord> {
  const change = () => insert(tx, at, sent, names);
  return keepingClosedWork(tx, at, { ids: [], change, made: (record) => [record.id], field: names['due_at'] });
}

async function insert(tx: TxCtx, at: CourseAccess, sent: AssignmentChanges, names: FieldNames): Promise<AssignmentRecord> {
  const courseId = at.course.id;
  const zone = await holdCourse(tx, courseId);
  const { fields, errors } = settle(NEW, sent, rulesFor(at, await settingsIn(tx.db, at.course), zone));
  refuse(errors, names);
  const references = await findReferences(tx, at, null, sent);
  const before = await idsInGroup(tx, references.assignmentGroupId);
  const record = await tx.db.prisma.assignment.create({
    data: { courseId, position: before.length + 1, ...references, ...columnsOf(fields) },
  });
  if (sent.position !== undefined) await numberAssignments(tx, arranged(before, record.id, sent.position));
  if (sent.assignment_overrides) await matchOverrides(tx, at, record, sent.assignment_overrides);
  await schedulePeerReviews(tx, record);
  return record;
}

const held = statement({
  name: 'assignment_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = ${p.id} for no key update`,
});

interface Held {
  before: AssignmentRecord;
  /** The time zone of the course. */
  zone: string;
}

/** Holds the course and the assignment, which rows may go on to refer to; 404 where it is none of this course. */
async function hold(tx: TxCtx, at: CourseAccess, id: number): Promise<Held> {
  const zone = await holdCourse(tx, at.course.id);
  void tx.db.rows(held, { id });
  const before = await tx.db.prisma.assignment.findFirst({ where: { id, courseId: at.course.id, deleted: false } });
  if (!before) throw notFound();
  return { before, zone };
}

/** Into another group, or elsewhere in its own: the others move (assignments#43). */
async function move(tx: TxCtx, before: AssignmentRecord, groupId: number, position: number | undefined): Promise<void> {
  const leaves = groupId !== before.assignmentGroupId;
  if (!leaves && position === undefined) return;
  // The position that it brings along is one of the group that it leaves, and says nothing of where it is to be.
  const there = (await idsInGroup(tx, groupId)).filter((id) => !leaves || id !== before.id);
  await numberAssignments(tx, arranged(there, before.id, position));
  if (!leaves) return;
  await numberAssignments(tx, await idsInGroup(tx, before.assignmentGroupId));
  await forgetNeverDropped(tx, before.assignmentGroupId, [before.id]);
}

interface Changed {
  before: AssignmentRecord;
  after: AssignmentRecord;
}

interface Edit {
  sent: AssignmentChanges;
  names?: FieldNames;
}

/** What may change when work is due, to some or to all. */
const movesDates = ({ due_at, assignment_overrides, group_category_id }: AssignmentChanges): boolean =>
  [due_at, assignment_overrides, group_category_id].some((sent) => sent !== undefined);

/** Changes an assignment, without what is one thing with it. */
export async function editAssignment(tx: TxCtx, at: CourseAccess, id: number, { sent, names = {} }: Edit): Promise<Changed> {
  const found = await hold(tx, at, id);
  const change = () => edit(tx, at, found, { sent, names });
  return movesDates(sent) ? keepingClosedWork(tx, at, { ids: [id], change, field: names['due_at'] }) : change();
}

/** What is sent as it is changes nothing, and leaves ignored what was ignored until there is a change (todo#8). */
const differs = (
  before: AssignmentRecord,
  after: Partial<AssignmentRecord>,
  { position, assignment_overrides }: AssignmentChanges,
): boolean =>
  assignment_overrides !== undefined ||
  (position !== undefined && position !== before.position) ||
  !isDeepStrictEqual({ ...before, ...after }, before);

async function edit(tx: TxCtx, at: CourseAccess, { before, zone }: Held, { sent, names }: Required<Edit>): Promise<Changed> {
  const { id } = before;
  const rules = rulesFor(at, await settingsIn(tx.db, at.course), zone);
  const { fields, errors } = settle(before, sent, rules);
  refuse(errors, names);
  const references = await findReferences(tx, at, before, sent);
  const frozen = before.frozen ? frozenTo(at, rules.settings) : [];
  const refused = frozenChanges(frozen, before, { ...fields, ...references }, sent.notify_of_update === true);
  refuse(refused, names);
  if (differs(before, { ...fields, ...references }, sent))
    await tx.db.prisma.assignment.updateMany({ where: { id }, data: { ...columnsOf(fields), ...references, updatedAt: tx.now } });
  await move(tx, before, references.assignmentGroupId, sent.position);
  if (references.groupCategoryId !== before.groupCategoryId) await removeGroupOverrides(tx, at, [id]);
  const after = await tx.db.prisma.assignment.findFirst({ where: { id } });
  if (!after) throw notFound();
  if (sent.assignment_overrides) await matchOverrides(tx, at, after, sent.assignment_overrides);
  await deriveGrades(tx, before, after);
  await unmute(tx, before, after);
  await schedulePeerReviews(tx, after);
  const tells = sent.notify_of_update === BY_DEFAULT ? !frozen.includes('notify_of_update') : sent.notify_of_update;
  if (tells && !after.muted)
    await publishEvent(tx, 'assignment_changed', { assignmentId: id, userId: tx.caller.userId, at: tx.now.getTime() });
  return { before, after };
}

/** Deletes an assignment, without what is one thing with it; the others of its group close up. */
export async function removeAssignment(tx: TxCtx, at: CourseAccess, id: number): Promise<AssignmentRecord> {
  const { before } = await hold(tx, at, id);
  const change = () => tx.db.prisma.assignment.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
  await keepingClosedWork(tx, at, { ids: [id], change });
  await numberAssignments(tx, await idsInGroup(tx, before.assignmentGroupId));
  await forgetNeverDropped(tx, before.assignmentGroupId, [id]);
  return before;
}

/** Publishes what waited for the time of its linked content. Whoever calls this holds the course. */
export async function publishAssignment(tx: TxCtx, id: number): Promise<void> {
  await tx.db.prisma.assignment.updateMany({ where: { id, deleted: false }, data: { published: true, updatedAt: tx.now } });
}

/**
 * Drafts are asked for while there are any; what is one thing with an assignment is published with it all the same (discussions#84,
 * assignments#4).
 */
async function asked(tx: TxCtx, at: CourseAccess, sent: AssignmentChanges): Promise<AssignmentChanges> {
  const { enable_draft: drafts } = await settingsIn(tx.db, at.course);
  return drafts ? sent : { ...sent, published: undefined };
}

export async function createAssignment(ctx: Ctx, at: CourseAccess, sent: AssignmentChanges): Promise<Assignment> {
  return ctx.tx(async (tx) => {
    const record = await insertAssignment(tx, at, await asked(tx, at, sent));
    await followAll(tx, at, null, record);
    return presentAssignment(tx, at, record.id);
  });
}

export async function updateAssignment(ctx: Ctx, at: CourseAccess, id: number, sent: AssignmentChanges): Promise<Assignment> {
  return ctx.tx(async (tx) => {
    const { before, after } = await editAssignment(tx, at, id, { sent: await asked(tx, at, sent) });
    await followAll(tx, at, before, after);
    return presentAssignment(tx, at, id);
  });
}

export async function deleteAssignment(ctx: Ctx, at: CourseAccess, id: number): Promise<Assignment> {
  return ctx.tx(async (tx) => {
    await hold(tx, at, id);
    const asItWas = await presentAssignment(tx, at, id);
    const record = await removeAssignment(tx, at, id);
    await followAll(tx, at, record, null);
    return asItWas;
  });
}
