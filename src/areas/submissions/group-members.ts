import type { TxCtx } from '../../access/context.ts';
import { type Statement, statement } from '../../store/database.ts';

/** The group of a student in the set of an assignment `a`. */
export const groupOf = (student: string): string => `(select m.group_id from group_memberships m join groups g on g.id = m.group_id
    where m.group_category_id = a.group_category_id and m.user_id = ${student} and m.state = 'accepted' and not g.deleted)`;

/** The active students among the members of that group, by id; none where there is no group (D8.3). */
export const membersWith = (student: string): string => `array(select other.user_id from group_memberships other
    where a.group_category_id is not null and other.group_id = ${groupOf(student)} and other.state = 'accepted'
      and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = other.user_id
        and e.type = 'StudentEnrollment' and e.state = 'active')
    order by other.user_id)`;

/** A student, and whoever is in one group with them: by id, so that all who lock them do so in one order. */
export const together = (userId: number, members: readonly number[]): number[] =>
  [...new Set([userId, ...members])].toSorted((a, b) => a - b);

const make = statement<never>(
  'make_submissions',
  `insert into submissions (assignment_id, user_id, course_id) select $1, m, $2 from unnest($3::int[]) m order by m on conflict do nothing`,
);
interface Held {
  userId: number;
  attempt: number | null;
}

const hold = statement<Held>(
  'hold_submissions',
  `select s.user_id as "userId", s.attempt from submissions s where s.assignment_id = $1 and s.user_id = any($2::int[]) order by s.user_id for update`,
);

/**
 * Holds the submissions of a group, made where they are missing, until the transaction ends: what is done to one is done to all,
 * and of two who do it at once the later sees the earlier.
 */
export async function holdSubmissions(tx: TxCtx, assignmentId: number, courseId: number, userIds: readonly number[]): Promise<Held[]> {
  await tx.db.rows(make, [assignmentId, courseId, userIds]);
  return tx.db.rows(hold, [assignmentId, userIds]);
}

export const highestAttempt = (held: readonly Held[]): number => Math.max(0, ...held.map((row) => row.attempt ?? 0));

/**
 * A write for students (`$3`, a list), who stand in it as rows `m`: one statement for a single student and one for many. A plan
 * for one would seem cheaper than one for a list of unknown length, and PostgreSQL would plan it anew each time.
 */
export function perCount<Row>(
  name: string,
  write: (students: string, alone: boolean) => string,
): (userIds: readonly number[]) => Statement<Row> {
  const one = statement<Row>(name, write('(select ($3::int[])[1] as m) one', true));
  const many = statement<Row>(`${name}_of_group`, write('unnest($3::int[]) m', false));
  return (userIds) => (userIds.length === 1 ? one : many);
}
