import type { NotificationFrequency } from '../../store/generated/enums.ts';
import { join, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import type { CATEGORIES } from '../../store/stored/activity.ts';

export type Category = (typeof CATEGORIES)[number];
export type Frequency = NotificationFrequency;

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
