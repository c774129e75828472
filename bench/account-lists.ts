import { z } from 'zod';
import { effectiveSettings } from '../src/access/settings.ts';
import { Account, Administrator } from '../src/areas/accounts/schemas.ts';
import { Course, CourseAccount, FoundCourse } from '../src/areas/courses/schemas.ts';
import { Channel, Login } from '../src/areas/users/schemas.ts';
import type { AccountSettings } from '../src/store/stored/accounts.ts';
import { type CourseRow, courseColumns, courses } from './courses.ts';
import { floor, type Operation } from './floors.ts';

interface AccountRow {
  id: number;
  name: string;
  parent_account_id: number | null;
  root_account_id: number;
  default_time_zone: string;
  sis_account_id: string | null;
  /** Its own, after those of the accounts above it. */
  settings: AccountSettings[];
}

const accounts = (rows: AccountRow[]): Account[] =>
  rows.map((row) => ({
    id: row.id,
    name: row.name,
    parent_account_id: row.parent_account_id,
    root_account_id: row.parent_account_id === null ? null : row.root_account_id,
    default_time_zone: row.default_time_zone,
    sis_account_id: row.sis_account_id,
    workflow_state: 'active',
    settings: effectiveSettings(row.settings),
  }));

interface AdministratorRow {
  account_id: number;
  id: number;
  name: string;
  sortable_name: string;
  short_name: string;
}

const LOGIN = 'p.id, p.user_id, p.account_id, p.unique_id, p.sis_user_id';

export const accountLists: readonly Operation[] = [
  {
    name: 'GET /accounts/:id/sub_accounts',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/sub_accounts`,
    answer: z.array(Account),
    floor: floor<AccountRow>({
      id: (store) => store.accountId,
      text: `select a.id, a.name, a.parent_account_id, a.root_account_id, a.sis_account_id, above.settings, coalesce(above.zones[1], 'Etc/UTC') as default_time_zone
        from (select * from accounts a where a.parent_account_id = $1 and not a.deleted order by a.id limit 10) a
          cross join lateral (select json_agg(u.settings order by cardinality(u.chain)) as settings,
            array_agg(u.default_time_zone order by cardinality(u.chain) desc) filter (where u.default_time_zone is not null) as zones
            from accounts u where u.id = any(a.chain)) above order by a.id`,
      present: accounts,
    }),
  },
  {
    name: 'GET /accounts/:id/admins',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/admins`,
    answer: z.array(Administrator),
    floor: floor<AdministratorRow>({
      id: (store) => store.accountId,
      text: `select aa.account_id, u.id, u.name, u.sortable_name, u.short_name from account_admins aa join users u on u.id = aa.user_id
        where aa.account_id = $1 order by u.id limit 10`,
      present: (rows) => rows.map(({ account_id, ...user }): Administrator => ({ id: user.id, account_id, user })),
    }),
  },
  {
    name: 'GET /accounts/:id/courses',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/courses`,
    answer: z.array(Course),
    floor: floor<CourseRow>({
      id: (store) => store.accountId,
      values: (id, store) => [id, store.adminId],
      text: `select ${courseColumns('$2')} from (select c.* from courses c where coalesce(c.account_id in (select a.id from accounts a where a.chain @> array[$1::int]
            and not a.deleted), false) and c.state <> 'deleted' order by c.id limit 10) c
          left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.state in ('active', 'invited', 'completed')
        order by c.id, e.id`,
      present: (rows, store) => courses(rows, store.adminId),
    }),
  },
  {
    name: 'GET /search/all_courses',
    as: 'student',
    path: () => '/search/all_courses',
    answer: z.array(FoundCourse),
    floor: floor<CourseRow>({
      id: (store) => store.accountId,
      values: (id, store) => [id, store.studentId],
      text: `select ${courseColumns('$2')} from (select c.* from courses c where c.root_account_id = $1 and c.is_public
            and c.state in ('available', 'completed') order by c.id limit 10) c
          left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.state in ('active', 'invited', 'completed')
        order by c.id, e.id`,
      present: (rows, store) => courses(rows, store.studentId).map((course) => ({ course })),
    }),
  },
  {
    name: 'GET /course_accounts',
    as: 'teacher',
    path: () => '/course_accounts',
    answer: z.array(CourseAccount),
    floor: floor<Pick<AccountRow, 'id' | 'name' | 'parent_account_id' | 'root_account_id'>>({
      id: (store) => store.teacherId,
      text: `select a.id, a.name, a.parent_account_id, a.root_account_id from accounts a
        where a.id in (select c.account_id from enrollments e join courses c on c.id = e.course_id
            where e.user_id = $1 and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')
              and e.state in ('active', 'completed') and c.state <> 'deleted')
        order by a.id limit 10`,
      present: (rows) =>
        rows.map(
          ({ id, name, parent_account_id, root_account_id }): CourseAccount => ({
            id,
            name,
            parent_account_id,
            root_account_id: parent_account_id === null ? null : root_account_id,
            workflow_state: 'active',
          }),
        ),
    }),
  },
  {
    name: 'GET /accounts/:id/logins',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/logins`,
    answer: z.array(Login),
    floor: floor({
      id: (store) => store.accountId,
      text: `select ${LOGIN} from pseudonyms p where p.account_id = $1 and p.state = 'active' order by p.id limit 10`,
    }),
  },
  {
    name: 'GET /users/:id/logins',
    as: 'admin',
    path: (store) => `/users/${store.studentId}/logins`,
    answer: z.array(Login),
    floor: floor({
      id: (store) => store.studentId,
      text: `select ${LOGIN} from pseudonyms p where p.user_id = $1 and p.state = 'active' order by p.id limit 10`,
    }),
  },
  {
    name: 'GET /users/:id/communication_channels',
    as: 'admin',
    path: (store) => `/users/${store.studentId}/communication_channels`,
    answer: z.array(Channel),
    floor: floor({
      id: (store) => store.studentId,
      text: `select c.id, c.address, c.type, c.position, c.user_id, c.state as workflow_state from communication_channels c
        where c.user_id = $1 and c.state <> 'retired' order by c.position, c.id limit 10`,
    }),
  },
];
