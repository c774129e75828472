import type { Course } from '../src/areas/courses/schemas.ts';
import { ROLE_ID } from '../src/areas/enrollments/relations.ts';
import type { Enrollment } from '../src/areas/enrollments/schemas.ts';
import { calendarAddress } from '../src/areas/feeds/calendars.ts';
import { codeOf } from '../src/areas/feeds/codes.ts';
import { BASE_URL } from './floors.ts';

/** The time zone of the course $1. */
export const ZONE = `coalesce(z.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = z.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC')
  from courses z where z.id = $1`;

/** Of `courses c` and `enrollments e`, for the user that is parameter `who`. */
export const courseColumns = (
  who: string,
): string => `c.id, c.name, c.course_code, c.account_id, c.root_account_id, c.state as workflow_state, c.start_at, c.end_at, c.created_at,
  coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
    where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as time_zone,
  coalesce(c.enrollment_term_id, (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as enrollment_term_id,
  c.sis_course_id, c.is_public, c.grading_standard_id, c.group_weighting_scheme,
  (select f.selector from feed_codes f where f.user_id = ${who}) as selector, (select f.secret from feed_codes f where f.user_id = ${who}) as secret,
  e.id as enrollment_id, e.type, e.state as enrollment_state, e.course_section_id, e.associated_user_id, e.limit_privileges_to_course_section`;

export interface CourseRow {
  /** Null where somebody else asks, who does not read the calendar. */
  selector: Buffer | null;
  secret: Buffer;
  id: number;
  name: string;
  course_code: string;
  account_id: number;
  root_account_id: number;
  workflow_state: Course['workflow_state'];
  start_at: string | null;
  end_at: string | null;
  created_at: string;
  time_zone: string;
  sis_course_id: string | null;
  enrollment_term_id: number;
  is_public: boolean;
  grading_standard_id: number | null;
  group_weighting_scheme: Course['group_weighting_scheme'];
  enrollment_id: number | null;
  type: Enrollment['type'];
  enrollment_state: Course['enrollments'][number]['enrollment_state'];
  course_section_id: number;
  associated_user_id: number | null;
  limit_privileges_to_course_section: boolean;
}

/** A row for each enrollment of the user; those of a course stand together. */
export function courses(rows: readonly CourseRow[], userId: number): Course[] {
  const found: Course[] = [];
  for (const row of rows) {
    let course = found.at(-1);
    const { selector, secret } = row;
    if (course?.id !== row.id) {
      course = {
        id: row.id,
        name: row.name,
        course_code: row.course_code,
        account_id: row.account_id,
        root_account_id: row.root_account_id,
        enrollment_term_id: row.enrollment_term_id,
        workflow_state: row.workflow_state,
        start_at: row.start_at,
        end_at: row.end_at,
        created_at: row.created_at,
        time_zone: row.time_zone,
        sis_course_id: row.sis_course_id,
        is_public: row.is_public,
        grading_standard_id: row.grading_standard_id,
        group_weighting_scheme: row.group_weighting_scheme,
        apply_assignment_group_weights: row.group_weighting_scheme === 'percent',
        enrollments: [],
        calendar: selector ? { ics: calendarAddress(BASE_URL, (feed) => codeOf({ selector, secret }, feed, null), row.id) } : undefined,
      };
      found.push(course);
    }
    if (row.enrollment_id === null) continue;
    course.enrollments.push({
      id: row.enrollment_id,
      type: row.type,
      role: row.type,
      role_id: ROLE_ID[row.type],
      enrollment_state: row.enrollment_state,
      user_id: userId,
      course_section_id: row.course_section_id,
      associated_user_id: row.associated_user_id,
      limit_privileges_to_course_section: row.limit_privileges_to_course_section,
    });
  }
  return found;
}
