import type { NotificationFrequency } from '../../store/generated/enums.ts';
import { join, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { CATEGORIES } from '../../store/stored/activity.ts';

export type Category = (typeof CATEGORIES)[number];
export type Frequency = NotificationFrequency;

/** As clients write it, who name what is told the same (notifications#9): `due_date`. */
export const nameOf = (category: Category): string => category.toLowerCase().replaceAll(' ', '_');

const BY_NAME: ReadonlyMap<string, Category> = new Map(CATEGORIES.map((category) => [nameOf(category), category]));

/** A category by its name, or in lower case with `_` for spaces; undefined where there is none. */
export const categoryOf = (name: string): Category | undefined => BY_NAME.get(name.toLowerCase().replaceAll(' ', '_'));

/** How often a channel is told, until its owner says otherwise: at once what is said to one person or cannot wait, else in a summary. */
export const DEFAULTS: Readonly<Record<Category, Frequency>> = {
  'Due Date': 'immediately',
  'Assignment Changed': 'daily',
  Grading: 'immediately',
  'Submission Comment': 'daily',
  Announcement: 'immediately',
  Discussion: 'weekly',
  'Discussion Entry': 'daily',
  'Conversation Message': 'immediately',
  'Added To Conversation': 'immediately',
  Invitation: 'immediately',
  Registration: 'immediately',
};

/** The default of a category in SQL, by its expression. */
export const defaultOf = (category: Sql): Sql =>
  sql`(case ${category} ${join(
    Object.entries(DEFAULTS).map(([name, frequency]) => sql`when ${quoted(name)} then ${quoted(frequency)}`),
    ' ',
  )} end)::notification_frequency`;
