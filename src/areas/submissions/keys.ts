import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int } from '../../store/sql/types.ts';

/** A submission, named by its assignment and its student. */
export interface SubmissionKey {
  assignmentId: number;
  userId: number;
}

/** A submission as the key of a map. */
export const keyOf = ({ assignmentId, userId }: SubmissionKey): string => `${assignmentId} ${userId}`;

/** Several submissions, as statements take them: the assignment and the student of one stand at the same place of the two lists. */
export interface SubmissionKeys {
  assignmentIds: readonly number[];
  userIds: readonly number[];
}

export const keysOf = (submissions: readonly SubmissionKey[]): SubmissionKeys => ({
  assignmentIds: submissions.map(({ assignmentId }) => assignmentId),
  userIds: submissions.map(({ userId }) => userId),
});

export const KEYS_TAKES = { assignmentIds: array(int), userIds: array(int) };
type KeysInSql = ParametersOf<typeof KEYS_TAKES>;

/** Several submissions as rows of a statement, which have this name, `assignment_id` and `user_id`. */
export const keyRows = ({ assignmentIds, userIds }: KeysInSql, name: string): Sql =>
  sql`unnest(${assignmentIds}::int[], ${userIds}::int[]) ${identifier(name)}(assignment_id, user_id)`;

/** The submission of an assignment and a student is one of them. */
export const isAmong = ({ assignmentIds, userIds }: KeysInSql, assignment: Piece, student: Piece): Sql =>
  sql`(${assignment}, ${student}) in (select * from unnest(${assignmentIds}::int[], ${userIds}::int[]))`;
