import type { DemoCourse } from './people.ts';
import type { Calendar, Person } from './requests.ts';

/** A course of the demo school: who takes part, and what stands there already. */
export interface Course extends DemoCourse {
  /** Below /api/v1. */
  path: string;
  calendar: Calendar;
  teacher: Person;
  ta: Person;
  students: readonly Person[];
}
