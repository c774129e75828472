import { submissionState } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { nullable, timestamptz, type ValuesOf } from '../../store/sql/types.ts';
import { isMuted } from '../assignments/relations.ts';
import { isTurnedIn } from './relations.ts';

/** Which of the submissions in a list are asked for (submissions#103). */
export const NARROWING = { state: submissionState, submittedSince: timestamptz, gradedSince: timestamptz };
export type Narrowing = { readonly [Name in keyof typeof NARROWING]: ValuesOf<typeof NARROWING>[Name] | undefined };

/** Nothing narrows most lists, and those ask no row about it. */
export const isNarrowed = (narrowing: Narrowing): boolean => Object.values(narrowing).some((one) => one !== undefined);

/** `isBlind` of json.ts in SQL, of a submission `s` of `a`: the caller sees of these students (`asThey`) what they see themselves. */
const isBlind = (asThey: Piece): Sql => sql`(${isMuted('a')} and s.user_id = any(${asThey}::int[]))`;

/** By what the caller is answered: no other state and no other time than those tells what is hidden from them. */
export const NARROWED = {
  state: (state: Piece, asThey: Piece): Sql => sql`case when not ${isBlind(asThey)} then s.state when ${isTurnedIn('s')} then 'submitted'
    else 'unsubmitted' end = ${state}::submission_state`,
  submittedSince: (since: Piece): Sql => sql`s.submitted_at >= ${since}::timestamptz`,
  gradedSince: (since: Piece, asThey: Piece): Sql => sql`(s.graded_at >= ${since}::timestamptz and not ${isBlind(asThey)})`,
};

/** The parameters of a statement that narrows by whichever of them are asked for; null: any. */
export const MAY_NARROW = {
  state: nullable(NARROWING.state),
  submittedSince: nullable(NARROWING.submittedSince),
  gradedSince: nullable(NARROWING.gradedSince),
};
export const narrowingValues = ({ state, submittedSince, gradedSince }: Narrowing): ValuesOf<typeof MAY_NARROW> => ({
  state: state ?? null,
  submittedSince: submittedSince ?? null,
  gradedSince: gradedSince ?? null,
});
export const isLeft = ({ state, submittedSince, gradedSince }: ParametersOf<typeof MAY_NARROW>, asThey: Piece): Sql =>
  sql`(${state}::submission_state is null or ${NARROWED.state(state, asThey)})
   and (${submittedSince}::timestamptz is null or ${NARROWED.submittedSince(submittedSince)})
   and (${gradedSince}::timestamptz is null or ${NARROWED.gradedSince(gradedSince, asThey)})`;
