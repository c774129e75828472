import { z } from 'zod';
import { idList } from '../../http/parameters/ids.ts';
import { boolean, list, oneOf, optional, text } from '../../http/parameters/types.ts';
import type { CourseState } from '../../store/generated/enums.ts';
import { termForm } from '../terms/schemas.ts';

/** What `state[]` asks for (courses#37): courses that are not offered have been made, or are claimed, and deleted ones are in no list. */
export const STATES_OF = {
  created: ['unpublished'],
  claimed: ['unpublished'],
  unpublished: ['unpublished'],
  available: ['available'],
  completed: ['completed'],
  deleted: [],
  all: ['unpublished', 'available', 'completed'],
} as const satisfies Record<string, readonly CourseState[]>;
type StateWord = keyof typeof STATES_OF;
const isStateWord = (word: string): word is StateWord => word in STATES_OF;

const ROLES = ['teacher', 'student', 'ta', 'observer', 'designer'] as const;

/** courses#14, courses#37, terms#9. */
export const accountCoursesFilters = {
  search_term: optional(text()),
  enrollment_term_id: optional(termForm()),
  state: optional(list(oneOf(...Object.keys(STATES_OF).filter(isStateWord)))),
  published: optional(boolean()),
  completed: optional(boolean()),
  with_enrollments: optional(boolean()),
  enrollment_type: optional(list(oneOf(...ROLES))),
  by_teachers: optional(idList('user')),
  by_subaccounts: optional(idList('account')),
};
const Filters = z.object(accountCoursesFilters);
export type AccountCoursesQuery = z.output<typeof Filters> & { include?: ReadonlySet<string> | undefined };
