import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { countsMastery } from '../outcomes/relations.ts';

/** To hundredths, halves away from 0: what floats add in the last place decides nothing (outcome-results#2, outcome-results#5). */
const rounded = (score: Piece): Sql => sql`round((${score})::numeric, 2)`;

/** A score is not below mastery, both as they are shown. */
export const reaches = (score: Piece, mastery: Piece): Sql => sql`${rounded(score)} >= ${rounded(mastery)}`;

interface Mastery {
  /** What was reached in points of the outcome, and its points of mastery. */
  outcome: readonly [reached: Piece, mastery: Piece];
  /** The points of the criterion, and its points of mastery. */
  criterion: readonly [points: Piece, mastery: Piece];
}

/** Whether a result is mastery: by the outcome's own points of mastery, else by those of the criterion (outcome-results#2). */
export const isMastered = ({ outcome, criterion }: Mastery): Sql =>
  sql`case when ${outcome[1]} is not null then ${reaches(...outcome)} when ${criterion[1]} is not null then ${reaches(...criterion)} end`;

/** No score is higher, whatever points there are: so sums of them are numbers, and in hundredths it is still a whole one. */
const HIGHEST = 10_000_000_000_000;
/** The decimals that are kept of a score, so that none is too small for a float to hold: many more than are shown. */
const DECIMALS = 20;
/** What a student without a score is placed by: behind all others, in either order (outcome-results#8). */
const NO_SCORE = Number.MAX_SAFE_INTEGER;

/** Divided and multiplied with one another, no floats of these are too great or too small for one. */
const isOrdinary = (number: Piece): Sql => sql`${number} between '1e-100'::float8 and '1e100'::float8`;
/**
 * Points by a criterion in points of its outcome, where that has any (outcome-results#2). Numerics, which hold every quotient, take
 * several times as long as floats: they are for those alone that floats may not hold.
 */
export const scaled = (points: Piece, possible: Piece, ofOutcome: Piece): Sql =>
  sql`least(case when ${ofOutcome} is null or ${possible} = 0 then ${points}
    when ${isOrdinary(possible)} and (${points} = 0 or ${isOrdinary(points)}) then ${points} / ${possible} * ${ofOutcome}
    else round(least((${points})::numeric / ${possible}::numeric * (${ofOutcome})::numeric, ${HIGHEST}), ${DECIMALS})::float8 end, ${HIGHEST})`;

/** Of the results `r` of a student; what stands below are aggregates of these. */
const ORDER = sql`order by r.at, r."assessmentId", r.position`;
export const ofLast = (column: Piece): Sql => sql`(array_agg(${column} ${ORDER}))[count(*)]`;
const MEAN_BEFORE = sql`((sum(r.reached) - ${ofLast(sql`r.reached`)}) / (count(*) - 1))`;
/** outcome-results#5: what they come to by the method of their outcome, null where they say nothing yet. */
export const calculated = (method: Piece, number: Piece): Sql =>
  sql`${rounded(sql`case when ${countsMastery(method)}
    then case when count(*) filter (where r.mastered) >= ${number} then avg(r.reached) filter (where r.mastered) end
    else case ${method} when 'highest' then max(r.reached)
    when 'average' then avg(r.reached) when 'latest' then ${ofLast(sql`r.reached`)}
    when 'decaying_average' then case when count(*) = 1 then max(r.reached)
      else (${ofLast(sql`r.reached`)} * ${number} + ${MEAN_BEFORE} * (100 - ${number})) / 100 end end end`)}`;

/** outcome-results#8: what students are ordered by; of two whole numbers the one that comes first is the smaller one in either direction. */
export const rankOf = (score: Piece, direction: Piece): Sql => sql`coalesce((${score} * 100)::int8 * ${direction}, ${NO_SCORE})`;

const mean = (scores: readonly number[]): number => scores.reduce((sum, one) => sum + one, 0) / scores.length;
const shown = (score: number): number => Math.sign(score) * (Math.round(Math.abs(score) * 100 + 1e-9) / 100);

export const STATISTICS = ['mean', 'median'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** outcome-results#6: of many students together; null of nobody. */
export function together(scores: readonly number[], statistic: Statistic): number | null {
  if (scores.length === 0) return null;
  if (statistic === 'mean') return shown(mean(scores));
  const sorted = scores.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return shown(mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)));
}
