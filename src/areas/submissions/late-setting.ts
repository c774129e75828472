import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import type { LatePolicyStatus } from '../../store/generated/enums.ts';
import { latePolicyStatus } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, timestamptz } from '../../store/sql/types.ts';
import { writtenAt } from './relations.ts';

/** What a grader says of how work stands to its due date; undefined: it stays, null: the dates say it. */
export interface SentStanding {
  late_policy_status?: LatePolicyStatus | null | undefined;
  seconds_late_override?: number | null | undefined;
}

export const standingIn = ({ late_policy_status, seconds_late_override }: SentStanding): SentStanding | null =>
  late_policy_status === undefined && seconds_late_override === undefined ? null : { late_policy_status, seconds_late_override };

// Seconds count with the status `late` alone, and are kept with no other.
const set = statement({
  name: 'set_late_policy_status',
  takes: {
    assignmentId: int,
    courseId: int,
    userIds: array(int),
    setsStatus: boolean,
    status: nullable(latePolicyStatus),
    setsSeconds: boolean,
    seconds: nullable(int),
    now: timestamptz,
  },
  sql: (p) => {
    const status = sql`case when ${p.setsStatus} then excluded.late_policy_status else s.late_policy_status end`;
    const seconds = sql`case when ${p.setsSeconds} then ${p.seconds}::int else s.seconds_late_override end`;
    return sql`insert into submissions as s (assignment_id, user_id, course_id, late_policy_status, seconds_late_override, updated_at)
   select ${p.assignmentId}, m, ${p.courseId}, ${p.status}::late_policy_status, case when ${p.status}::late_policy_status = 'late' then ${p.seconds}::int end, ${p.now}::timestamptz
   from unnest(${p.userIds}::int[]) m order by m
   on conflict (assignment_id, user_id) do update set
     late_policy_status = ${status},
     seconds_late_override = case when ${status} = 'late' then ${seconds} end,
     updated_at = ${writtenAt(sql`excluded.updated_at`)}`;
  },
});

interface Whose {
  assignmentId: number;
  courseId: number;
  userIds: readonly number[];
}

/** submissions#93. */
export async function setStanding(tx: TxCtx, whose: Whose, { late_policy_status: status, seconds_late_override: seconds }: SentStanding) {
  const setsStatus = status !== undefined;
  const setsSeconds = seconds !== undefined;
  await tx.db.rows(set, { ...whose, setsStatus, status: status ?? null, setsSeconds, seconds: seconds ?? null, now: tx.now });
}
