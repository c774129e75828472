import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from '../drizzle.ts';
import { assignments } from './assignments.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { outcomes } from './outcomes.ts';

export interface Rating {
  id: string;
  description: string;
  points: number;
}

export const rubrics = pgTable(
  'rubrics',
  {
    id: id(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    title: text('title').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('rubrics_course').on(t.courseId, t.id)],
);

/** The rows of a rubric. Assessments name a criterion by its id, so that a criterion keeps it while the rubric is edited. */
export const rubricCriteria = pgTable(
  'rubric_criteria',
  {
    id: id(),
    rubricId: integer('rubric_id')
      .notNull()
      .references(() => rubrics.id),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    points: doublePrecision('points').notNull(),
    /** Null again once the outcome is deleted. */
    learningOutcomeId: integer('learning_outcome_id').references(() => outcomes.id),
    masteryPoints: doublePrecision('mastery_points'),
    /** Highest first. */
    ratings: jsonb('ratings').$type<Rating[]>().notNull(),
  },
  (t) => [index('rubric_criteria_rubric').on(t.rubricId, t.position), index('rubric_criteria_outcome').on(t.learningOutcomeId)],
);

/** What a rubric is used for: an assignment has at most one. */
export const rubricAssociations = pgTable(
  'rubric_associations',
  {
    id: id(),
    rubricId: integer('rubric_id')
      .notNull()
      .references(() => rubrics.id),
    assignmentId: integer('assignment_id')
      .notNull()
      .references(() => assignments.id),
    useForGrading: boolean('use_for_grading').notNull(),
    purpose: text('purpose').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('rubric_associations_rubric').on(t.rubricId, t.id), uniqueIndex('rubric_associations_assignment').on(t.assignmentId)],
);
