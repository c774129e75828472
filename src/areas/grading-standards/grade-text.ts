import { decimalText } from '../../http/parameters/json-numbers.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { letterOf } from './letters.ts';

const WITH_FRACTIONS = 2 ** 50;

/** Times a power of ten, as it would be written: a product or a quotient may miss the number that is meant. */
function shifted(value: number, places: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

/** Halves are rounded away from zero (submissions#42); what binary fractions lose is put back first. */
export function rounded(value: number, decimals: number): number {
  const moved = shifted(Math.abs(value), decimals);
  // A number of so many digits has no others to lose.
  if (!(moved <= Number.MAX_SAFE_INTEGER)) return value;
  // In proportion, but never so much that it makes a half itself; beyond that numbers have hardly any fraction to lose.
  const lost = moved < WITH_FRACTIONS ? Math.min(moved * Number.EPSILON * 4, 0.001) : 0;
  const size = shifted(Math.round(moved + lost), -decimals);
  return value < 0 && size > 0 ? -size : size;
}

/** A score is as fine as hundredths, or as the points that it is of (submissions#42). */
export const decimalsOfScores = (...points: readonly (number | null)[]): number =>
  Math.max(2, ...points.map((one) => decimalText(one ?? 0).split('.')[1]?.length ?? 0));

/** The points of all of these, as fine as they are: sums of binary fractions may miss the number that is meant. */
export const sumOfPoints = (of: readonly { points: number }[]): number =>
  rounded(
    of.reduce((sum, { points }) => sum + points, 0),
    decimalsOfScores(...of.map(({ points }) => points)),
  );

const percentOf = (part: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, part * 100));

/**
 * The text of a grade from its score (submissions#46). Null where a score alone does not say it: a letter, a pass or a failure of what has
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
      return decimalText(score);
    case 'percent':
      return `${decimalText(points === 0 ? score : rounded(percentOf(score / points), 1))}%`;
    case 'letter_grade':
      return points === 0 ? null : letterOf(scheme, score / points);
    case 'pass_fail':
      return points === 0 ? null : score >= points ? 'complete' : 'incomplete';
  }
}
