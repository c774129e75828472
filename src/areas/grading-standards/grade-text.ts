import type { Letter } from '../../store/schema/courses.ts';
import { letterOf } from './letters.ts';

const WITH_FRACTIONS = 2 ** 50;

/** Halves are rounded away from zero (D8.9); what binary fractions lose is put back first. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const moved = Math.abs(value) * factor;
  // In proportion, but never so much that it makes a half itself; beyond that numbers have hardly any fraction to lose.
  const lost = moved < WITH_FRACTIONS ? Math.min(moved * Number.EPSILON * 4, 0.001) : 0;
  const size = Math.round(moved + lost) / factor;
  return value < 0 && size > 0 ? -size : size;
}

/**
 * The text of a grade from its score (D8.9). Null where a score alone does not say it: a letter, a pass or a failure of what has
 * no points.
 */
export function gradeText(
  type: 'points' | 'percent' | 'letter_grade' | 'pass_fail',
  score: number,
  pointsPossible: number | null,
  scheme: readonly Letter[],
): string | null {
  const points = pointsPossible ?? 0;
  switch (type) {
    case 'points':
      return String(rounded(score, 2));
    case 'percent':
      return points === 0 ? `${rounded(score, 2)}%` : `${rounded((score / points) * 100, 1)}%`;
    case 'letter_grade':
      return points === 0 ? null : letterOf(scheme, score / points);
    case 'pass_fail':
      // Scores have two decimals, points may have more.
      return points === 0 ? null : score >= rounded(points, 2) ? 'complete' : 'incomplete';
  }
}
