import { z } from 'zod';
import { Bookmark } from '../src/areas/bookmarks/schemas.ts';
import { Course } from '../src/areas/courses/schemas.ts';
import { Group } from '../src/areas/groups/schemas.ts';
import { type CourseRow, courseColumns, courses } from './courses.ts';
import { floor, type Operation } from './floors.ts';
import { type GroupRow, group, groupsOf, IN_COURSE } from './groups.ts';
import type { OverriddenCourse } from './overridden-course.ts';
import type { Step } from './sizes.ts';

const BOOKMARKS = 40;

/** Five of the eight courses of the busy student (agenda.ts), and of the groups of another student those of the course; and what the busy student keeps. */
export const favoriteSteps = (busyStudentId: number, { courseId, firstStudentId }: OverriddenCourse): Step[] => [
  { text: `insert into course_favorites (user_id, course_id) select $1, b.course_id from busy b where b.c <= 5`, values: [busyStudentId] },
  {
    text: `insert into group_favorites (user_id, group_id)
      select m.user_id, m.group_id from group_memberships m join groups g on g.id = m.group_id where m.user_id = $1 and g.course_id = $2`,
    values: [firstStudentId, courseId],
  },
  {
    text: `insert into bookmarks (user_id, name, url, position, data)
      select $1, 'Read ' || n, '/courses/' || n, 1 + n * 7919 % ${BOOKMARKS}, case when n % 4 = 0 then '{"n":' || n || '}' end
      from generate_series(1, ${BOOKMARKS}) n order by n`,
    values: [busyStudentId],
  },
];

export const favoriteOperations: readonly Operation[] = [
  {
    name: 'GET /users/self/bookmarks',
    as: 'busyStudent',
    path: () => '/users/self/bookmarks',
    answer: z.array(Bookmark),
    floor: floor({
      id: (store) => store.busyStudentId,
      text: `select b.id, b.name, b.url, b.position, b.data from bookmarks b where b.user_id = $1 order by b.position, b.id limit 10`,
    }),
  },
  {
    name: 'GET /users/self/favorites/courses',
    as: 'busyStudent',
    path: () => '/users/self/favorites/courses',
    answer: z.array(Course),
    floor: floor<CourseRow>({
      id: (store) => store.busyStudentId,
      text: `select ${courseColumns('$1')}
        from (select distinct c.id from course_favorites f join courses c on c.id = f.course_id
              join enrollments e on e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'invited', 'completed')
            where f.user_id = $1 and c.state in ('available', 'completed') order by c.id limit 10) page
          join courses c on c.id = page.id
          join enrollments e on e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'invited', 'completed')
        order by c.id, e.id`,
      present: (rows, store) => courses(rows, store.busyStudentId),
    }),
  },
  {
    name: 'GET /users/self/favorites/groups',
    as: 'overriddenStudent',
    path: () => '/users/self/favorites/groups',
    answer: z.array(Group),
    floor: floor<GroupRow>({
      id: (store) => store.overriddenStudentId,
      text: groupsOf(
        `g.id in (select f.group_id from group_favorites f join group_memberships own on own.group_id = f.group_id and own.user_id = $1 and own.state = 'accepted'
            where f.user_id = $1)
          and exists (select 1 from courses c join enrollments e on e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'completed')
            where c.id = g.course_id and c.state in ('available', 'completed'))`,
        IN_COURSE,
      ),
      present: (rows) => rows.map(group),
    }),
  },
];
