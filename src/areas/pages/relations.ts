import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** What wiki pages mean in SQL; a page is a row under the name that it has in the statement. */

/** It is not deleted. */
export const isPage = (p: string): Sql => sql`not ${identifier(p)}.deleted`;

/** Students see it: it is neither a draft nor waits for its day. */
export const isPublishedPage = (p: string): Sql => sql`(${isPage(p)} and ${identifier(p)}.published)`;

/** It is there for a viewer, who oversees the pages of the place (its staff, and the members of a group) or not (pages#4). */
export const isSeenPage = (p: string, oversees: Piece): Sql => sql`(${isPage(p)} and (${identifier(p)}.published or ${oversees}::boolean))`;

/** It is a page of this course. */
export const isPageOfCourse = (p: string, course: Piece): Sql => sql`(${isPage(p)} and ${identifier(p)}.course_id = ${course})`;
