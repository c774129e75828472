import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, nullable, type RowOf, type Type, type Types } from '../../store/sql/types.ts';
import { isActiveStudentOf } from '../enrollments/relations.ts';
import { isMember } from '../groups/relations.ts';

/** The group of a student in the set of an assignment `a`. */
export const groupOf = (student: Piece): Sql => sql`(select m.group_id from group_memberships m join groups g on g.id = m.group_id
    where m.group_category_id = a.group_category_id and m.user_id = ${student} and ${isMember('m')} and not g.deleted)`;

/** The active students among the members of that group, by id; none where there is no group (submissions#30). */
export const membersWith = (student: Piece): Sql => sql`array(select other.user_id from group_memberships other
    where a.group_category_id is not null and other.group_id = ${groupOf(student)} and ${isMember('other')}
      and ${isActiveStudentOf(sql`a.course_id`, sql`other.user_id`)}
    order by other.user_id)`;

/** A student, and whoever is in one group with them: by id, so that all who lock them do so in one order. */
export const together = (userId: number, members: readonly number[]): number[] =>
  [...new Set([userId, ...members])].toSorted((a, b) => a - b);

const make = statement({
  name: 'make_submissions',
  takes: { assignmentId: int, courseId: int, userIds: array(int) },
  sql: (p) =>
    sql`insert into submissions (assignment_id, user_id, course_id) select ${p.assignmentId}, m, ${p.courseId} from unnest(${p.userIds}::int[]) m order by m on conflict do nothing`,
});
const HELD_ROW = {
  userId: int,
  attempt: nullable(int),
};
type Held = RowOf<typeof HELD_ROW>;

const hold = statement({
  name: 'hold_submissions',
  takes: { assignmentId: int, userIds: array(int) },
  gives: HELD_ROW,
  sql: (p) =>
    sql`select s.user_id as "userId", s.attempt from submissions s where s.assignment_id = ${p.assignmentId} and s.user_id = any(${p.userIds}::int[]) order by s.user_id for no key update`,
});

/**
 * Holds the submissions of a group, made where they are missing, until the transaction ends: what is done to one is done to all,
 * and of two who do it at once the later sees the earlier.
 */
export async function holdSubmissions(tx: TxCtx, assignmentId: number, courseId: number, userIds: readonly number[]): Promise<Held[]> {
  // It goes out with what holds them.
  void tx.db.rows(make, { assignmentId, courseId, userIds });
  return tx.db.rows(hold, { assignmentId, userIds });
}

export const highestAttempt = (held: readonly Held[]): number => Math.max(0, ...held.map((row) => row.attempt ?? 0));

/**
 * A write for students, who stand in it as rows `m`: one statement for a single student, whose due date is a parameter, and one for many.
 */
export function perCount<const Takes extends Types & { userIds: Type<number[]> }, const Gives extends Types>(
  { name, takes, gives }: { name: string; takes: Takes; gives: Gives },
  write: (p: ParametersOf<Takes>, students: Sql, alone: boolean) => Sql,
) {
  const one = statement({ name, takes, gives, sql: (p) => write(p, sql`(select (${p.userIds}::int[])[1] as m) one`, true) });
  const many = statement({ name: `${name}_of_group`, takes, gives, sql: (p) => write(p, sql`unnest(${p.userIds}::int[]) m`, false) });
  return (userIds: readonly number[]) => (userIds.length === 1 ? one : many);
}
