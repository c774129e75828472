import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import type { AssignmentModel } from '../../store/generated/models.ts';
import type { AssignmentRow } from './rows.ts';
import type { Assignment } from './schemas.ts';

/** An assignment as it is stored. */
export type AssignmentRecord = AssignmentModel;

/**
 * What is one thing with its assignment: a topic, a quiz (D7.11). Their areas know assignments, and assignments do not know them:
 * they are handed in where the areas are put together. What a partner does to the assignment itself it does by
 * `insertAssignment`, `editAssignment` and `removeAssignment`, which call no partner back.
 */
export interface Partner {
  /** The submission type of assignments that have one. */
  readonly type: 'discussion_topic' | 'online_quiz';
  /**
   * Brings the partner in step, in the transaction that made (`before` null), changed, or deleted (`after` null) the assignment.
   * Called for every assignment whose type is or was the partner's.
   */
  follow(tx: TxCtx, at: CourseStanding, before: AssignmentRecord | null, after: AssignmentRecord | null): Promise<void>;
  /** What is to go to a group once it has an assignment goes to another with those of the group (D7.16). */
  regroup?(tx: TxCtx, from: number, to: number): Promise<void>;
  /**
   * What the partners of these assignments, read for the caller, add to them, by the assignment's id: as many statements however many
   * assignments there are, of however many courses.
   */
  fields(ctx: Ctx, standings: StandingsIn, assignments: readonly AssignmentRow[]): Promise<ReadonlyMap<number, Partial<Assignment>>>;
}

export type Partners = readonly Partner[];

/** What the caller is in these courses, by their ids; only a partner that needs it asks. */
export type StandingsIn = (courseIds: readonly number[]) => Promise<ReadonlyMap<number, CourseStanding>>;

export const standingsOf = (standings: readonly CourseStanding[]): ReadonlyMap<number, CourseStanding> =>
  new Map(standings.map((at) => [at.course.id, at]));

/**
 * The caller's own submissions of assignments, by the assignment's id; one statement however many. Their area knows assignments,
 * and is handed in as partners are.
 */
export type OwnSubmissions = (
  ctx: Ctx,
  at: CourseStanding,
  assignmentIds: readonly number[],
) => Promise<ReadonlyMap<number, NonNullable<Assignment['submission']>>>;

const concerns = (partner: Partner, record: AssignmentRecord | null): boolean => record?.submissionTypes.includes(partner.type) ?? false;

/** What is one thing with assignments adds to each of them, by its id; asked for all of them at once (D7.11). */
export async function partnerFields(
  ctx: Ctx,
  partners: Partners,
  standings: StandingsIn,
  rows: readonly AssignmentRow[],
): Promise<Map<number, Partial<Assignment>>> {
  const added = new Map<number, Partial<Assignment>>();
  for (const partner of partners) {
    const paired = rows.filter((row) => row.submissionTypes.includes(partner.type));
    if (paired.length === 0) continue;
    for (const [id, fields] of await partner.fields(ctx, standings, paired)) added.set(id, { ...added.get(id), ...fields });
  }
  return added;
}

export async function followAll(
  partners: Partners,
  tx: TxCtx,
  at: CourseStanding,
  before: AssignmentRecord | null,
  after: AssignmentRecord | null,
): Promise<void> {
  for (const partner of partners) if (concerns(partner, before) || concerns(partner, after)) await partner.follow(tx, at, before, after);
}
