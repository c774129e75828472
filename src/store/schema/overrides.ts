import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, sql, text, unique, uniqueIndex } from '../drizzle.ts';
import { assignments } from './assignments.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courseSections } from './courses.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

/**
 * Other dates for some (part-b, Assignment override). Of a section, of a group, or (neither) of the students in
 * `assignment_override_students`. A date counts where it is said to be overridden; null is a date too.
 */
export const assignmentOverrides = pgTable(
  'assignment_overrides',
  {
    id: id(),
    assignmentId: integer('assignment_id')
      .notNull()
      .references(() => assignments.id),
    courseSectionId: integer('course_section_id').references(() => courseSections.id),
    groupId: integer('group_id').references(() => groups.id),
    /** Of students; a section's or a group's is its name. */
    title: text('title'),
    dueAtOverridden: boolean('due_at_overridden').notNull().default(false),
    dueAt: moment('due_at'),
    unlockAtOverridden: boolean('unlock_at_overridden').notNull().default(false),
    unlockAt: moment('unlock_at'),
    lockAtOverridden: boolean('lock_at_overridden').notNull().default(false),
    lockAt: moment('lock_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('assignment_overrides_assignment').on(t.assignmentId, t.id),
    index('assignment_overrides_section').on(t.courseSectionId, t.dueAt),
    index('assignment_overrides_group').on(t.groupId, t.dueAt),
    // One target has at most one override of an assignment (part-b, Limits).
    uniqueIndex('assignment_overrides_one_of_section').on(t.assignmentId, t.courseSectionId),
    uniqueIndex('assignment_overrides_one_of_group').on(t.assignmentId, t.groupId),
    // What `assignment_override_students` refers to.
    unique('assignment_overrides_of_assignment').on(t.id, t.assignmentId),
    check('assignment_overrides_one_target', sql`num_nonnulls(${t.courseSectionId}, ${t.groupId}) <= 1`),
  ],
);

export const assignmentOverrideStudents = pgTable(
  'assignment_override_students',
  {
    assignmentId: integer('assignment_id').notNull(),
    overrideId: integer('override_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    // A student has at most one override of an assignment (part-b, Limits).
    primaryKey({ columns: [t.assignmentId, t.userId] }),
    foreignKey({
      name: 'assignment_override_students_override',
      columns: [t.overrideId, t.assignmentId],
      foreignColumns: [assignmentOverrides.id, assignmentOverrides.assignmentId],
    }).onDelete('cascade'),
    index('assignment_override_students_override').on(t.overrideId, t.assignmentId, t.userId),
    index('assignment_override_students_user').on(t.userId, t.assignmentId),
  ],
);
