import { z } from 'zod';
import { Course } from '../src/areas/courses/schemas.ts';
import { ROLE_ID } from '../src/areas/enrollments/relations.ts';
import { CourseUser, Enrollment, type Grades } from '../src/areas/enrollments/schemas.ts';
import { Section } from '../src/areas/sections/schemas.ts';
import type { Totals } from '../src/areas/submissions/totals.ts';
import { User } from '../src/areas/users/schemas.ts';
import { accountLists } from './account-lists.ts';
import { activityOperations } from './activity-operations.ts';
import { agendaOperations } from './agenda-operations.ts';
import { assignmentOperations } from './assignments.ts';
import { collectionOperations } from './collections.ts';
import { conversationOperations } from './conversations.ts';
import { type CourseRow, courseColumns, courses } from './courses.ts';
import { discussionOperations } from './discussions.ts';
import { favoriteOperations } from './favorites.ts';
import { fileListOperations } from './file-lists.ts';
import type { Filled } from './filled.ts';
import { AVATAR_URL, BASE_URL, floor, type Operation } from './floors.ts';
import { gradebookOperations } from './gradebook.ts';
import { groupOperations } from './groups.ts';
import { moduleOperations } from './modules.ts';
import { notificationOperations } from './notifications.ts';
import { observerOperations } from './observers.ts';
import { outcomeResultOperations } from './outcome-results.ts';
import { outcomeOperations } from './outcomes.ts';
import { ownListOperations } from './own-lists.ts';
import { pageOperations } from './pages.ts';
import { AVATARS_ON, LOGIN, LOGINS, USER, type UserRow, users } from './people.ts';
import { plannerOperations } from './planner-operations.ts';
import { profileOperations } from './profile-operations.ts';
import { quizListOperations } from './quiz-lists.ts';
import { quizOperations } from './quizzes.ts';
import { recipientOperations } from './recipients.ts';
import { rubricOperations } from './rubrics.ts';
import { firstSection } from './sizes.ts';
import { submissionOperations } from './submissions.ts';
import { termOperations } from './terms.ts';
import { type Frame, frameColumn, totalsIn } from './totals.ts';

const ofCourse = (store: Filled): number => store.courseId;

interface SelfRow extends UserRow {
  email: string | null;
  locale: string | null;
  time_zone: string | null;
}

const self = ([row]: SelfRow[]): User | undefined =>
  row && {
    id: row.id,
    name: row.name,
    sortable_name: row.sortable_name,
    short_name: row.short_name,
    login_id: row.login_id ?? undefined,
    avatar_url: row.avatars_on ? AVATAR_URL : undefined,
    email: row.email ?? undefined,
    locale: row.locale ?? undefined,
    time_zone: row.time_zone ?? undefined,
  };

interface EnrollmentRow {
  id: number;
  course_id: number;
  course_section_id: number;
  user_id: number;
  associated_user_id: number | null;
  root_account_id: number;
  type: Enrollment['type'];
  enrollment_state: Enrollment['enrollment_state'];
  limit_privileges_to_course_section: boolean;
  created_at: string;
  updated_at: string;
  last_activity_at: string | null;
  name: string;
  sortable_name: string;
  short_name: string;
  login_id: string | null;
  sis_user_id: string | null;
  sis_login_id: string | null;
  /** Assignment and score; null of none, and of those who are no students. */
  scores: [number, number][] | null;
  /** How the course makes totals; the first row alone has it. */
  frame: Frame | null;
}

/** The courses of the store have no grading standards, and so no letters. */
const grades = (row: EnrollmentRow, { current, final }: Totals): Grades => ({
  current_score: current,
  final_score: final,
  current_grade: null,
  final_grade: null,
  html_url: `${BASE_URL}/courses/${row.course_id}/grades/${row.user_id}`,
});

// Fields that not every answer has come last: that is how compiled serialisers write them.
function enrollments(rows: EnrollmentRow[]): Enrollment[] {
  const totals = rows[0]?.frame ? totalsIn(rows[0].frame) : () => ({ current: null, final: null });
  return rows.map((row) => ({
    id: row.id,
    course_id: row.course_id,
    course_section_id: row.course_section_id,
    user_id: row.user_id,
    associated_user_id: row.associated_user_id,
    root_account_id: row.root_account_id,
    type: row.type,
    role: row.type,
    role_id: ROLE_ID[row.type],
    enrollment_state: row.enrollment_state,
    limit_privileges_to_course_section: row.limit_privileges_to_course_section,
    created_at: row.created_at,
    updated_at: row.updated_at,
    html_url: `${BASE_URL}/courses/${row.course_id}/users/${row.user_id}`,
    user: {
      id: row.user_id,
      name: row.name,
      sortable_name: row.sortable_name,
      short_name: row.short_name,
      login_id: row.login_id ?? undefined,
      sis_user_id: row.sis_user_id ?? undefined,
      sis_login_id: row.sis_login_id ?? undefined,
    },
    last_activity_at: row.last_activity_at,
    grades: row.type === 'StudentEnrollment' ? grades(row, totals(new Map(row.scores))) : undefined,
  }));
}

/** Selects enrollments of the course $1. */
const enrollmentsWhere = (
  where: string,
): string => `select e.id, e.course_id, e.course_section_id, e.user_id, e.associated_user_id, e.root_account_id, e.type,
    e.state as enrollment_state, e.limit_privileges_to_course_section, e.created_at, e.updated_at, e.last_activity_at,
    u.name, u.sortable_name, u.short_name, ${LOGIN},
    case when e.type = 'StudentEnrollment' then (select json_agg(json_build_array(s.assignment_id, s.score)) from submissions s
      where s.course_id = $1 and s.user_id = e.user_id and s.score is not null) end as scores,
    ${frameColumn('row_number() over (order by e.id) = 1')}
  from (select e.* from enrollments e join users u on u.id = e.user_id and not u.deleted
      where ${where} and e.state in ('active', 'invited') order by e.id limit 10) e
    join users u on u.id = e.user_id ${LOGINS} order by e.id`;

/** Selects the courses of the user $1, with the calendars of `who`. */
const coursesOf = (who: string): string => `select ${courseColumns(who)}
  from (select distinct c.id from enrollments e join courses c on c.id = e.course_id
      where e.user_id = $1 and e.state in ('active', 'invited', 'completed') and (c.state in ('available', 'completed')
        or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
      order by c.id limit 10) page
    join courses c on c.id = page.id
    join enrollments e on e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'invited', 'completed')
  order by c.id, e.id`;

/** All that is measured. An area adds its hot reads here, each with the best statement that a person would write for it. */
export const operations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/sections',
    as: 'teacher',
    path: (store) => `/courses/${store.courseId}/sections`,
    answer: z.array(Section),
    floor: floor({
      id: ofCourse,
      text: `select s.id, s.name, s.course_id, s.nonxlist_course_id, s.start_at, s.end_at
        from course_sections s where s.course_id = $1 and not s.deleted order by s.id limit 10`,
    }),
  },
  {
    name: 'GET /accounts/1/users',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/users`,
    answer: z.array(User),
    floor: floor<UserRow>({
      id: (store) => store.accountId,
      text: `select ${USER}, ${LOGIN}, ${AVATARS_ON}
        from (select ua.user_id, ua.sort_key from user_accounts ua join users x on x.id = ua.user_id and not x.deleted
            where ua.account_id = $1 order by ua.sort_key, ua.user_id limit 10) page
          join users u on u.id = page.user_id ${LOGINS} order by page.sort_key, page.user_id`,
      present: users,
    }),
  },
  {
    name: 'GET /accounts/1/users?search_term=',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/users?search_term=${store.searchTerm}`,
    answer: z.array(User),
    floor: floor<UserRow>({
      id: (store) => store.accountId,
      values: (id, store) => [id, `%${store.searchTerm}%`],
      text: `select ${USER}, ${LOGIN}, ${AVATARS_ON}
        from (select ${USER}, ua.sort_key from users u join user_accounts ua on ua.user_id = u.id and ua.account_id = $1
            where u.search_text like $2 and not u.deleted order by ua.sort_key, u.id limit 10) u
          ${LOGINS} order by u.sort_key, u.id`,
      present: users,
    }),
  },
  {
    name: 'GET /courses/:id/users',
    as: 'teacher',
    path: (store) => `/courses/${store.courseId}/users`,
    answer: z.array(CourseUser),
    floor: floor<UserRow>({
      id: ofCourse,
      // Of those who are only invited a teacher sees the names alone.
      text: `select ${USER}, ${LOGIN}
        from (select ${USER}, u.sort_key, people.invited
            from (select e.user_id, e.sort_key, bool_and(e.state = 'invited') as invited from enrollments e
                where e.course_id = $1 and e.state in ('active', 'invited') group by e.sort_key, e.user_id) people
              join users u on u.id = people.user_id and not u.deleted
            order by people.sort_key, people.user_id limit 10) u
          ${LOGINS.replaceAll('on true', 'on not u.invited')} order by u.sort_key, u.id`,
      present: users,
    }),
  },
  {
    name: 'GET /courses/:id/recent_students',
    as: 'teacher',
    path: (store) => `/courses/${store.courseId}/recent_students`,
    answer: z.array(User),
    floor: floor<UserRow>({
      id: ofCourse,
      text: `select ${USER}, ${LOGIN}, u.last_used_at as last_login
        from (select ${USER}, u.last_used_at, coalesce(extract(epoch from u.last_used_at)::int8, -1) as used
            from users u
            where u.id in (select e.user_id from enrollments e
                where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active')
            order by used desc, u.id limit 10) u
          ${LOGINS} order by u.used desc, u.id`,
      present: users,
    }),
  },
  {
    name: 'GET /courses/:id',
    as: 'teacher',
    path: (store) => `/courses/${store.courseId}`,
    answer: Course,
    floor: floor<CourseRow>({
      id: ofCourse,
      values: (id, store) => [id, store.teacherId],
      text: `select ${courseColumns('$2')}
        from courses c left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.state in ('active', 'invited', 'completed')
        where c.id = $1 and c.state <> 'deleted' order by e.id`,
      present: (rows, store) => courses(rows, store.teacherId)[0],
    }),
  },
  {
    name: 'GET /users/self',
    as: 'student',
    path: () => '/users/self',
    answer: User,
    floor: floor<SelfRow>({
      id: (store) => store.studentId,
      text: `select ${USER}, u.locale, u.time_zone,
          (select coalesce((a.settings->>'enable_avatars')::boolean, true) from accounts a where a.id = u.root_account_id) as avatars_on,
          (select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) as login_id,
          (select c.address from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state <> 'retired'
            order by c.position, c.id limit 1) as email
        from users u where u.id = $1`,
      present: self,
    }),
  },
  {
    name: 'GET /courses',
    as: 'student',
    path: () => '/courses',
    answer: z.array(Course),
    floor: floor<CourseRow>({
      id: (store) => store.studentId,
      text: coursesOf('$1'),
      present: (rows, store) => courses(rows, store.studentId),
    }),
  },
  {
    name: 'GET /users/:id/courses',
    as: 'admin',
    path: (store) => `/users/${store.studentId}/courses`,
    answer: z.array(Course),
    floor: floor<CourseRow>({
      id: (store) => store.studentId,
      text: coursesOf('null'),
      present: (rows, store) => courses(rows, store.studentId),
    }),
  },
  {
    name: 'GET /courses/:id/enrollments',
    as: 'teacher',
    path: (store) => `/courses/${store.courseId}/enrollments`,
    answer: z.array(Enrollment),
    floor: floor<EnrollmentRow>({
      id: ofCourse,
      text: enrollmentsWhere('e.course_id = $1'),
      present: enrollments,
    }),
  },
  {
    name: 'GET /sections/:id/enrollments',
    as: 'teacher',
    path: (store) => `/sections/${firstSection(store.courseId)}/enrollments`,
    answer: z.array(Enrollment),
    floor: floor<EnrollmentRow>({
      id: ofCourse,
      values: (id) => [id, firstSection(id)],
      text: enrollmentsWhere('e.course_section_id = $2'),
      present: enrollments,
    }),
  },
  ...profileOperations,
  ...discussionOperations,
  ...conversationOperations,
  ...assignmentOperations,
  ...submissionOperations,
  ...agendaOperations,
  ...activityOperations,
  ...outcomeOperations,
  ...outcomeResultOperations,
  ...quizOperations,
  ...moduleOperations,
  ...pageOperations,
  ...plannerOperations,
  ...gradebookOperations,
  ...groupOperations,
  ...accountLists,
  ...rubricOperations,
  ...favoriteOperations,
  ...observerOperations,
  ...notificationOperations,
  ...quizListOperations,
  ...fileListOperations,
  ...collectionOperations,
  ...recipientOperations,
  ...termOperations,
  ...ownListOperations,
];
