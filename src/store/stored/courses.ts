import { sql } from '../sql/sql.ts';
/** A letter, and the part of the points from which on it is given: 0.94 for `A`. */
export interface Letter {
  name: string;
  value: number;
}

/** In SQL: the types of those who work in a course. */
export const STAFF_TYPES = sql`('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')`;

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type GradingStandardsScheme = Letter[];
  }
}
