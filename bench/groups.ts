import { z } from 'zod';
import { Group, GroupCategory, Membership } from '../src/areas/groups/schemas.ts';
import { User } from '../src/areas/users/schemas.ts';
import { floor, type Operation } from './floors.ts';
import { GROUP, GROUP_SET } from './overridden-course.ts';
import { LOGIN, LOGINS, USER, type UserRow, users } from './people.ts';
import { analyze, FIRST_PERSON, ROOT, type Size, type Step } from './sizes.ts';

const SETS = 20;
const IN_GROUP = 5;

/** Sets of the root account, and groups of the first of them. */
export const groupSteps = ({ people }: Size): Step[] => [
  {
    text: `insert into group_categories (account_id, name, self_signup) select ${ROOT}, 'Set ' || n, case when n % 3 = 0 then 'enabled' end
      from generate_series(1, ${SETS}) n order by n`,
  },
  {
    text: `insert into groups (name, root_account_id, group_category_id, account_id, description)
      select 'Team ' || n, ${ROOT}, (select min(id) from group_categories where account_id = ${ROOT}), ${ROOT}, 'Whoever works on it'
      from generate_series(1, least($1::int, 2000) / ${IN_GROUP}) n order by n`,
    values: [people],
  },
  analyze('groups', 'group_categories'),
  {
    text: `insert into group_memberships (group_id, group_category_id, user_id, state)
      select g.id, g.group_category_id, ${FIRST_PERSON - 1} + (dense_rank() over (order by g.id)::int - 1) * ${IN_GROUP} + n, 'accepted'
      from groups g cross join lateral generate_series(1, ${IN_GROUP}) n where g.account_id = ${ROOT} order by 1, 3`,
  },
  analyze('group_memberships'),
];

interface SetRow {
  id: number;
  name: string;
  role: string | null;
  self_signup: GroupCategory['self_signup'];
  group_limit: number | null;
  course_id: number | null;
  account_id: number | null;
}

const place = ({ course_id: courseId, account_id: accountId }: Pick<SetRow, 'course_id' | 'account_id'>) => ({
  course_id: courseId ?? undefined,
  account_id: accountId ?? undefined,
});

const set = (row: SetRow): GroupCategory => ({
  id: row.id,
  name: row.name,
  role: row.role,
  self_signup: row.self_signup,
  group_limit: row.group_limit,
  context_type: row.course_id === null ? 'Account' : 'Course',
  ...place(row),
});

export interface GroupRow {
  id: number;
  name: string;
  description: string | null;
  is_public: boolean;
  join_level: Group['join_level'];
  members_count: number;
  course_id: number | null;
  account_id: number | null;
  group_category_id: number | null;
  role: string | null;
  context_name: string;
}

export const group = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_public: row.is_public,
  join_level: row.join_level,
  members_count: row.members_count,
  context_type: row.course_id === null ? 'Account' : 'Course',
  context_name: row.context_name,
  group_category_id: row.group_category_id,
  role: row.role,
  avatar_url: null,
  concluded: false,
  ...place(row),
});

const SET = 's.id, s.name, s.role, s.self_signup, s.group_limit, s.course_id, s.account_id';
export const IN_COURSE = `exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = m.user_id and e.state in ('active', 'completed'))`;
/** Who is counted of the groups `g` of a page. */
const members = (
  belongs: string,
): string => `(select count(*)::int from group_memberships m join users u on u.id = m.user_id and not u.deleted
  where m.group_id = g.id and m.state = 'accepted' and ${belongs}) as members_count`;
export const groupsOf = (
  where: string,
  belongs: string,
): string => `select g.id, g.name, g.description, g.is_public, g.join_level, g.course_id, g.account_id,
    g.group_category_id, s.role, coalesce(c.name, a.name) as context_name, ${members(belongs)}
  from (select * from groups g where ${where} and not g.deleted order by g.id limit 10) g left join group_categories s on s.id = g.group_category_id
    left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id order by g.id`;
const STUDENTS = `select distinct e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'`;

export const groupOperations: readonly Operation[] = [
  {
    name: 'GET /group_categories/:id/users',
    as: 'teacher',
    path: () => `/group_categories/${GROUP_SET}/users`,
    answer: z.array(User),
    floor: floor<UserRow>({
      id: (store) => store.overriddenCourseId,
      text: `select ${USER}, ${LOGIN} from (select * from users u where not u.deleted and u.id in (${STUDENTS}) order by u.sort_key, u.id limit 10) u
        ${LOGINS} order by u.sort_key, u.id`,
      present: users,
    }),
  },
  {
    name: 'GET /group_categories/:id/groups',
    as: 'teacher',
    path: () => `/group_categories/${GROUP_SET}/groups`,
    answer: z.array(Group),
    floor: floor<GroupRow>({
      id: () => GROUP_SET,
      text: groupsOf('g.group_category_id = $1', IN_COURSE),
      present: (rows) => rows.map(group),
    }),
  },
  {
    name: 'GET /courses/:id/group_categories',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/group_categories`,
    answer: z.array(GroupCategory),
    floor: floor<SetRow>({
      id: (store) => store.overriddenCourseId,
      text: `select ${SET} from group_categories s where s.course_id = $1 and not s.deleted order by s.id limit 10`,
      present: (rows) => rows.map(set),
    }),
  },
  {
    name: 'GET /courses/:id/groups',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/groups`,
    answer: z.array(Group),
    floor: floor<GroupRow>({
      id: (store) => store.overriddenCourseId,
      text: groupsOf('g.course_id = $1', IN_COURSE),
      present: (rows) => rows.map(group),
    }),
  },
  {
    name: 'GET /accounts/:id/group_categories',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/group_categories`,
    answer: z.array(GroupCategory),
    floor: floor<SetRow>({
      id: (store) => store.accountId,
      text: `select ${SET} from group_categories s where s.account_id = $1 and not s.deleted order by s.id limit 10`,
      present: (rows) => rows.map(set),
    }),
  },
  {
    name: 'GET /accounts/:id/groups',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/groups`,
    answer: z.array(Group),
    floor: floor<GroupRow>({
      id: (store) => store.accountId,
      text: groupsOf('g.account_id = $1', 'true'),
      present: (rows) => rows.map(group),
    }),
  },
  {
    name: 'GET /users/self/groups',
    as: 'overriddenStudent',
    path: () => '/users/self/groups',
    answer: z.array(Group),
    floor: floor<GroupRow>({
      id: (store) => store.overriddenStudentId,
      text: groupsOf(
        `g.id in (select own.group_id from group_memberships own where own.user_id = $1 and own.state = 'accepted')
          and (g.course_id is null or exists (select 1 from courses c join enrollments e on e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'completed')
            where c.id = g.course_id and c.state in ('available', 'completed')))`,
        `(g.course_id is null or ${IN_COURSE})`,
      ),
      present: (rows) => rows.map(group),
    }),
  },
  {
    name: 'GET /groups/:id/users',
    as: 'teacher',
    path: () => `/groups/${GROUP}/users`,
    answer: z.array(User),
    floor: floor<UserRow>({
      id: () => GROUP,
      text: `select ${USER}, ${LOGIN} from (select u.* from groups g join group_memberships m on m.group_id = g.id and m.state = 'accepted'
            join users u on u.id = m.user_id and not u.deleted where g.id = $1 and ${IN_COURSE} order by u.sort_key, u.id limit 10) u
        ${LOGINS} order by u.sort_key, u.id`,
      present: users,
    }),
  },
  {
    name: 'GET /groups/:id/memberships',
    as: 'teacher',
    path: () => `/groups/${GROUP}/memberships`,
    answer: z.array(Membership),
    floor: floor({
      id: () => GROUP,
      text: `select m.id, m.group_id, m.user_id, m.state as workflow_state, m.moderator
        from groups g join group_memberships m on m.group_id = g.id join users u on u.id = m.user_id and not u.deleted
        where g.id = $1 and m.state in ('accepted', 'invited', 'requested') and ${IN_COURSE} order by m.id limit 10`,
    }),
  },
];
