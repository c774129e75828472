import type { Letter } from '../../store/stored/courses.ts';

/** The scheme where neither the assignment nor the course has one (submissions#47). */
export const DEFAULT_SCHEME: readonly Letter[] = [
  { name: 'A', value: 0.94 },
  { name: 'A-', value: 0.9 },
  { name: 'B+', value: 0.87 },
  { name: 'B', value: 0.84 },
  { name: 'B-', value: 0.8 },
  { name: 'C+', value: 0.77 },
  { name: 'C', value: 0.74 },
  { name: 'C-', value: 0.7 },
  { name: 'D+', value: 0.67 },
  { name: 'D', value: 0.64 },
  { name: 'D-', value: 0.61 },
  { name: 'F', value: 0 },
];

/** Floating point holds neither 0.94 nor most scores: what differs by less than this is the same. */
const EPSILON = 1e-9;

/** The highest letter whose lower bound is not above the part of the points (submissions#46); below all of them, the lowest. */
export function letterOf(scheme: readonly Letter[], part: number): string {
  const found = scheme.find((letter) => letter.value <= part + EPSILON) ?? scheme.at(-1);
  if (!found) throw new Error('a scheme has at least one letter');
  return found.name;
}

/** The letter that is meant: one written exactly so, else one in another case (submissions#43). */
export const findLetter = (scheme: readonly Letter[], name: string): Letter | undefined =>
  scheme.find((letter) => letter.name === name) ?? scheme.find((letter) => letter.name.toLowerCase() === name.toLowerCase());

const round = (value: number): number => Math.round(value * 1e10) / 1e10;

/**
 * The high end of a letter's range, as a part of the points: the next higher bound minus 1 percentage point, minus 0.1 where
 * bounds are closer than 1; all of them for the top letter (submissions#44).
 */
export function highEnd(scheme: readonly Letter[], letter: Letter): number {
  const above = scheme[scheme.indexOf(letter) - 1];
  if (!above) return 1;
  return round(above.value - (above.value - letter.value < 0.01 - EPSILON ? 0.001 : 0.01));
}
