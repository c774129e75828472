import { idForm, idList } from '../../http/parameters/ids.ts';
import { integer, list, oneOf, optional, text } from '../../http/parameters/types.ts';
import { EnrollmentState, EnrollmentType } from '../../store/generated/enums.ts';
import { fittingAll, ROLE_ID, TYPE_OF, typesOfRole } from './relations.ts';

/** What a list holds unless states are asked for. */
const CURRENT = ['active', 'invited'] as const;

/** Words that ask for several states at once (enrollments#30), or for one that no enrollment is ever in. */
const STATES_OF = {
  creation_pending: [],
  current_and_invited: CURRENT,
  // Dates decide nothing (terms#10): in a course that has not begun people are active or invited, as in any other.
  current_and_future: CURRENT,
  current_future_and_restricted: CURRENT,
  current_and_concluded: ['active', 'invited', 'completed'],
} as const satisfies Record<string, readonly EnrollmentState[]>;

type WordForStates = keyof typeof STATES_OF;
type StateWord = EnrollmentState | WordForStates;
const isForStates = (word: string): word is WordForStates => word in STATES_OF;
const WORDS_FOR_STATES = Object.keys(STATES_OF).filter(isForStates);

/** Each state once: `state[]` of lists of enrollments. */
const statesOf = (words: readonly StateWord[] | undefined): readonly EnrollmentState[] =>
  words?.length ? [...new Set(words.flatMap((word) => (isForStates(word) ? STATES_OF[word] : [word])))] : CURRENT;

/** Of an enrollment by which a teacher tries a course as a student does: here nobody has one. */
const TRYING = ['student_view', 'StudentViewEnrollment'] as const;

/** `student` and `StudentEnrollment` name the same. */
type ShortType = keyof typeof TYPE_OF;
type TypeWord = ShortType | EnrollmentType | (typeof TRYING)[number];
const isShort = (word: string): word is ShortType => word in TYPE_OF;
const isTrying = (word: string): word is (typeof TRYING)[number] => TRYING.some((one) => one === word);

/** Null: of any type. */
const typesOf = (words: readonly TypeWord[] | undefined): readonly EnrollmentType[] | null =>
  words?.length ? words.flatMap((word) => (isShort(word) ? TYPE_OF[word] : isTrying(word) ? [] : [word])) : null;

const types = optional(list(oneOf(...Object.values(EnrollmentType), 'StudentViewEnrollment')));

/** enrollments#30; a `role` is a `type` here. */
export const UserEnrollmentFilters = {
  type: types,
  role: types,
  state: optional(list(oneOf(...Object.values(EnrollmentState), ...WORDS_FOR_STATES))),
  grading_period_id: optional(idForm('plain')),
};
export const EnrollmentFilters = { ...UserEnrollmentFilters, user_id: optional(idForm('user')), sis_user_id: optional(list(text())) };

interface Asked {
  type?: readonly TypeWord[] | undefined;
  role?: readonly TypeWord[] | undefined;
  state?: readonly StateWord[] | undefined;
}

/** What a list of enrollments holds: what fits all that is sent. */
export function wantedOf<Query extends Asked>({ type, role, state, ...query }: Query) {
  return { ...query, states: statesOf(state), types: fittingAll(typesOf(type), typesOf(role)) ?? undefined };
}

/** enrollments#35, enrollments#45, enrollments#46, enrollments#50. */
export const CourseUserFilters = {
  enrollment_type: optional(list(oneOf('student', 'teacher', 'ta', 'designer', 'observer', ...Object.values(EnrollmentType), ...TRYING))),
  enrollment_role: types,
  enrollment_role_id: optional(list(integer({ min: 1, max: Object.keys(ROLE_ID).length }))),
  enrollment_state: optional(list(oneOf('active', 'invited', 'rejected', 'completed', 'inactive'))),
  user_ids: optional(idList('user')),
};

interface AskedOfUsers {
  enrollment_type?: readonly TypeWord[] | undefined;
  enrollment_role?: readonly TypeWord[] | undefined;
  enrollment_role_id?: readonly number[] | undefined;
}

/** The types of which an enrollment is to be, of who stands in a list of people; null: any. */
export const typesAsked = ({ enrollment_type: words, enrollment_role: roles, enrollment_role_id: ids }: AskedOfUsers) =>
  fittingAll(typesOf(words), typesOf(roles), ids?.length ? ids.flatMap(typesOfRole) : null);
