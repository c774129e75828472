import type { GradedColumn } from './rows.ts';

/** The columns that say whose a row is. */
export const STUDENT = 'Student';
export const ID = 'ID';
export const SIS_USER_ID = 'SIS User ID';
export const SIS_LOGIN_ID = 'SIS Login ID';
const SECTION = 'Section';
export const WHO = [STUDENT, ID, SIS_USER_ID, SIS_LOGIN_ID, SECTION] as const;

/** The columns that are worked out for an export, and that an import does not read. */
export const TOTALS = ['Current Score', 'Final Score', 'Current Grade', 'Final Grade'] as const;

/** The row below the names; the blanks before it are what programs that read such files look for. */
export const POINTS_POSSIBLE = '    Points Possible';
export const READ_ONLY = '(read only)';

export const titleOf = ({ id, title }: Pick<GradedColumn, 'id' | 'title'>): string => `${title} (${id})`;

const ENDS_WITH_ID = /\((\d{1,9})\)$/;

/** The assignment that a column names; undefined where it names none. */
export function assignmentIn(header: string): number | undefined {
  const [, id] = ENDS_WITH_ID.exec(header.trim()) ?? [];
  return id === undefined ? undefined : Number(id);
}
