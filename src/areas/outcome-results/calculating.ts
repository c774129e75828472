import type { Calculation } from '../outcomes/calculation.ts';

/** How a student has reached an outcome once: in points of the outcome, the later result after the earlier. */
export interface Reached {
  score: number;
}

const mean = (scores: readonly number[]): number => scores.reduce((sum, one) => sum + one, 0) / scores.length;

/** To hundredths, halves away from 0. */
const rounded = (score: number): number => Math.sign(score) * (Math.round(Math.abs(score) * 100 + 1e-9) / 100);

function decayingAverage(scores: readonly number[], weight: number): number | null {
  const last = scores.at(-1);
  if (last === undefined) return null;
  const before = scores.slice(0, -1);
  return before.length === 0 ? last : (last * weight + mean(before) * (100 - weight)) / 100;
}

/** Not below it, as both are shown: what floats add in the last place decides nothing (outcome-results#2, outcome-results#5). */
export const reaches = (score: number, mastery: number): boolean => rounded(score) >= rounded(mastery);

function nMastery(scores: readonly number[], least: number, mastery: number | null): number | null {
  if (mastery === null) return null;
  const mastered = scores.filter((score) => reaches(score, mastery));
  return mastered.length < least ? null : mean(mastered);
}

/** outcome-results#5: what these results come to; null where they say nothing yet. */
export function calculated(
  results: readonly Reached[],
  { calculationMethod, calculationInt }: Calculation,
  mastery: number | null,
): number | null {
  const scores = results.map((one) => one.score);
  if (scores.length === 0) return null;
  const score = (() => {
    switch (calculationMethod) {
      case 'highest':
        return Math.max(...scores);
      case 'latest':
        return scores.at(-1) ?? null;
      case 'average':
        return mean(scores);
      case 'decaying_average':
        return decayingAverage(scores, calculationInt ?? 100);
      case 'n_mastery':
        return nMastery(scores, calculationInt ?? 1, mastery);
    }
  })();
  return score === null ? null : rounded(score);
}

export const STATISTICS = ['mean', 'median'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** outcome-results#6: of many students together; null of nobody. */
export function together(scores: readonly number[], statistic: Statistic): number | null {
  if (scores.length === 0) return null;
  if (statistic === 'mean') return rounded(mean(scores));
  const sorted = scores.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return rounded(mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)));
}

/** Points by a criterion in points of its outcome, where that has any (outcome-results#2). */
export const scaled = (points: number, possible: number, ofOutcome: number | null): number =>
  ofOutcome === null || possible === 0 ? points : (points / possible) * ofOutcome;
