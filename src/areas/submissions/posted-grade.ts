import { Refused } from '../../http/parameters/types.ts';
import type { GradingType } from '../../store/generated/enums.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { decimalsOfScores, gradeText, rounded } from '../grading-standards/grade-text.ts';
import { DEFAULT_SCHEME, findLetter, highEnd, letterOf } from '../grading-standards/letters.ts';

/** What an assignment is graded by. */
export interface GradedBy {
  type: GradingType;
  /** Null counts as 0. */
  pointsPossible: number | null;
  /** Highest first; read for `letter_grade` only. */
  scheme: readonly Letter[];
}

interface GradedAssignment {
  gradingType: GradingType;
  pointsPossible: number | null;
  /** Null where neither the assignment nor its course has a standard. */
  scheme: readonly Letter[] | null;
}

/** Where nobody has chosen letters there are usual ones (submissions#47). */
export const gradedBy = ({ gradingType: type, pointsPossible, scheme }: GradedAssignment): GradedBy => ({
  type,
  pointsPossible,
  scheme: scheme ?? DEFAULT_SCHEME,
});

export interface Given {
  score: number;
  grade: string;
}

interface Meant {
  score: number;
  /** Which part of all points that is: it says the grade where the assignment has no points. */
  part: number;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const WORDS: ReadonlyMap<string, number> = new Map([
  ['pass', 1],
  ['complete', 1],
  ['fail', 0],
  ['incomplete', 0],
]);

/** Where there are no points, all or nothing. */
const partOf = (score: number, { pointsPossible }: GradedBy): number => (pointsPossible ? score / pointsPossible : Math.sign(score));

/** A letter wins over a word or a number of the same name (submissions#43). */
function meaningOf(text: string, by: GradedBy, points: number): Meant | undefined {
  const { type, scheme } = by;
  const letter = type === 'letter_grade' ? findLetter(scheme, text) : undefined;
  if (letter) {
    const part = Math.max(highEnd(scheme, letter), 0);
    return { score: part * points, part };
  }
  const word = WORDS.get(text.toLowerCase());
  if (word !== undefined) return { score: word * points, part: word };
  if (NUMBER.test(text)) {
    const score = Number(text);
    return { score, part: partOf(score, by) };
  }
  const percent = text.endsWith('%') ? text.slice(0, -1) : '';
  if (!NUMBER.test(percent)) return undefined;
  const part = Number(percent) / 100;
  // Multiplied and divided, all of the points may come out as a little less.
  return { score: part === 1 ? points : (points * Number(percent)) / 100, part };
}

/** Beyond it a score has no hundredths any more. */
const MOST = 1e13;
const EPSILON = 1e-9;

const NO_GRADE = new Refused('invalid', 'is no grade of this assignment');
const NEGATIVE = new Refused('invalid', 'must not be negative for this assignment');
const NEITHER = new Refused('invalid', 'must be 0 or all of the points of this assignment');

/** What a score alone does not say is said by the part that was meant: where there are no points (submissions#46). */
function textOf(score: number, part: number, text: string, { type, pointsPossible, scheme }: GradedBy): string {
  if (type === 'pass_fail') return part >= 1 - EPSILON ? 'complete' : 'incomplete';
  return gradeText(type, score, pointsPossible, scheme) ?? findLetter(scheme, text)?.name ?? letterOf(scheme, part);
}

/** The score and the grade that a grader's text means (submissions#38, submissions#46); null takes both away. */
export function readPostedGrade(sent: string, by: GradedBy): Given | null | Refused {
  const text = sent.trim();
  if (text === '') return null;
  const points = by.pointsPossible ?? 0;
  const meant = meaningOf(text, by, points);
  if (!meant) return NO_GRADE;
  const score = rounded(meant.score, decimalsOfScores(points));
  if (!(Math.abs(score) < MOST)) return NO_GRADE;
  if (by.type === 'pass_fail' && meant.score !== 0 && meant.score !== points) return NEITHER;
  if (score < 0 && by.type !== 'points' && by.type !== 'percent') return NEGATIVE;
  return { score, grade: textOf(score, meant.part, text, by) };
}

/** What a score is as a grade that was given already, by other points perhaps: it stays as fine as it is (assignments#33). */
export const gradeOfScore = (score: number, by: GradedBy): Given => ({ score, grade: textOf(score, partOf(score, by), '', by) });

/** What a rubric's sum is as a grade: any score (submissions#51). */
export function gradeOfSum(sum: number, by: GradedBy): Given {
  const score = rounded(sum, decimalsOfScores(by.pointsPossible));
  return { score, grade: textOf(score, partOf(sum, by), '', by) };
}
