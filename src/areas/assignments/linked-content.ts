import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import type { AssignmentModel } from '../../store/generated/models.ts';
import type { AssignmentRow } from './rows.ts';
import type { Assignment, SubmissionOfAssignment } from './schemas.ts';

/** An assignment as it is stored. */
export type AssignmentRecord = AssignmentModel;

/**
 * What is one thing with its assignment: a topic, a quiz (assignments#27). Their areas know assignments, and assignments do not know them:
 * they are a port (Services). What they do to the assignment itself they do by
 * `insertAssignment`, `editAssignment` and `removeAssignment`, which call none of them back.
 */
export interface LinkedContent {
  /** The submission type of assignments that have one. */
  readonly type: 'discussion_topic' | 'online_quiz';
  /**
   * Brings it in step, in the transaction that made (`before` null), changed, or deleted (`after` null) the assignment.
   * Called for every assignment whose type is or was its own.
   */
  follow(tx: TxCtx, at: CourseAccess, before: AssignmentRecord | null, after: AssignmentRecord | null): Promise<void>;
  /** What is to go to a group once it has an assignment goes to another with those of the group (quizzes#29). */
  regroup?(tx: TxCtx, from: number, to: number): Promise<void>;
  /**
   * What it adds to these assignments, read for the caller, by the assignment's id: as many statements however many
   * assignments there are, of however many courses.
   */
  fields(ctx: Ctx, accessList: AccessIn, assignments: readonly AssignmentRow[]): Promise<ReadonlyMap<number, Partial<Assignment>>>;
}

export type LinkedContents = readonly LinkedContent[];

/** What the caller is in these courses, by their ids; only linked content that needs it asks. */
export type AccessIn = (courseIds: readonly number[]) => Promise<ReadonlyMap<number, CourseAccess>>;

export const accessOf = (accessList: readonly CourseAccess[]): ReadonlyMap<number, CourseAccess> =>
  new Map(accessList.map((at) => [at.course.id, at]));

/**
 * The submissions of students by assignments, as those students see them, by the assignment's id and by user; one statement however many.
 * Their area knows assignments: it is a port, too.
 */
export type SubmissionsOf = (
  ctx: Ctx,
  at: CourseAccess,
  assignmentIds: readonly number[],
  students: readonly number[],
) => Promise<ReadonlyMap<number, SubmissionOfAssignment[]>>;

const concerns = (linkedContent: LinkedContent, record: AssignmentRecord | null): boolean =>
  record?.submissionTypes.includes(linkedContent.type) ?? false;

declare module '../../access/context.ts' {
  interface Services {
    readonly linkedContents: LinkedContents;
    readonly submissionsOf: SubmissionsOf;
  }
}

/** What is one thing with assignments adds to each of them, by its id; asked for all of them at once (assignments#27). */
export async function linkedFields(
  ctx: Ctx,
  accessList: AccessIn,
  rows: readonly AssignmentRow[],
  linkedContents = ctx.services.linkedContents,
): Promise<Map<number, Partial<Assignment>>> {
  const added = new Map<number, Partial<Assignment>>();
  for (const linkedContent of linkedContents) {
    const paired = rows.filter((row) => row.submissionTypes.includes(linkedContent.type));
    if (paired.length === 0) continue;
    for (const [id, fields] of await linkedContent.fields(ctx, accessList, paired)) added.set(id, { ...added.get(id), ...fields });
  }
  return added;
}

export async function followAll(
  tx: TxCtx,
  at: CourseAccess,
  before: AssignmentRecord | null,
  after: AssignmentRecord | null,
): Promise<void> {
  for (const linkedContent of tx.services.linkedContents)
    if (concerns(linkedContent, before) || concerns(linkedContent, after)) await linkedContent.follow(tx, at, before, after);
}
