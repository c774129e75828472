import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** The letters of an assignment's own standard, else of its course's (submissions#47); null: those that every course has. */
export const schemeOf = (a: string): Sql => sql`(select gs.scheme from courses c
       join grading_standards gs on gs.id = coalesce(${identifier(a)}.grading_standard_id, c.grading_standard_id) and not gs.deleted
       where c.id = ${identifier(a)}.course_id)`;
