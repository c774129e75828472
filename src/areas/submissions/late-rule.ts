import type { GradingType, LateInterval } from '../../store/generated/enums.ts';
import { decimalsOfScores, rounded } from '../grading-standards/grade-text.ts';

/** What a course takes off for what comes late; all in percent of the points possible. */
export interface LateRule {
  deducts: boolean;
  /** For each interval that has begun. */
  deduction: number;
  interval: LateInterval;
  /** Below this nothing is taken off; 0 where there is no such bound. */
  minimum: number;
}

const SECONDS: Readonly<Record<LateInterval, number>> = { hour: 3_600, day: 86_400 };

export interface LateWork {
  score: number;
  pointsPossible: number | null;
  gradingType: GradingType;
  secondsLate: number;
}

/** The points that are taken off a score (submissions#95): never so many that it falls below the minimum, or gets less if it is below. */
export function pointsDeducted(rule: LateRule, { score, pointsPossible, gradingType, secondsLate }: LateWork): number {
  const points = pointsPossible ?? 0;
  if (!rule.deducts || secondsLate <= 0 || points <= 0 || gradingType === 'pass_fail') return 0;
  const intervals = Math.ceil(secondsLate / SECONDS[rule.interval]);
  const whole = rounded((intervals * rule.deduction * points) / 100, decimalsOfScores(pointsPossible));
  // A score may be finer than the points have come to be (assignments#33): rounded as they are, all of it might be more than it is.
  const most = Math.max(score - (points * rule.minimum) / 100, 0);
  return Math.min(whole, rounded(most, decimalsOfScores(pointsPossible, score)));
}

/** What work that was not turned in gets, as a score (submissions#99). */
export const missingScore = (deduction: number, gradingType: GradingType, pointsPossible: number | null): number =>
  gradingType === 'pass_fail' ? 0 : ((pointsPossible ?? 0) * (100 - deduction)) / 100;
