import type { LatePolicyStatus } from '../../store/generated/enums.ts';
import { QUIZ_GRACE } from './relations.ts';

/** How a submission stands to its due date. */
export interface Standing {
  /** What graders say of it; null: it is told by the date. */
  latePolicyStatus: LatePolicyStatus | null;
  secondsLateOverride: number | null;
  submissionType: string | null;
  submittedAt: Date | null;
  /** Seconds from the due date to when it was turned in, or where it was not until now; null: it is not due. */
  lateness: number | null;
  /** Something can be turned in. */
  submittable: boolean;
}

const byDate = ({ submissionType, submittedAt, lateness }: Standing): number => {
  if (submittedAt === null || lateness === null) return 0;
  return lateness > (submissionType === 'online_quiz' ? QUIZ_GRACE : 0) ? lateness : 0;
};

/** By how many seconds it is late; 0: it is not (submissions#92). */
export function secondsLate(standing: Standing): number {
  if (standing.latePolicyStatus === null) return byDate(standing);
  return standing.latePolicyStatus === 'late' ? (standing.secondsLateOverride ?? byDate(standing)) : 0;
}

export const isLate = (standing: Standing): boolean =>
  standing.latePolicyStatus === null ? byDate(standing) > 0 : standing.latePolicyStatus === 'late';

/** It is due, can be turned in, and is not; or graders say so (submissions#92). */
export function isMissing({ latePolicyStatus, submittedAt, lateness, submittable }: Standing): boolean {
  if (latePolicyStatus !== null) return latePolicyStatus === 'missing';
  return submittedAt === null && submittable && lateness !== null && lateness > 0;
}
