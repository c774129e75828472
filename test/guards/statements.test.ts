import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import { IdSequence } from '../../src/areas/page-views/ids.ts';
import { PageViewRecorder } from '../../src/areas/page-views/recorder.ts';
import type { Fields } from '../helpers/form.ts';
import { pageView } from '../helpers/page-views.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

/** A place in which every list has at least this many rows. */
interface World {
  account: number;
  course: number;
  /** A section of the course that all its students are in. */
  section: number;
  set: number;
  group: number;
  /** Has overrides and peer reviews. */
  assignment: number;
  /** The author of the work that is reviewed. */
  author: Person;
  /** Has logins, channels, tokens, courses, groups and accounts. */
  rich: Person;
}

const times = async (n: number, work: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < n; i++) await work(i);
};
const post = (path: string, body: Fields, by: Client = server.admin) => made(by.post(path, body), Made);

/** One more of everything that is assigned in a course: each assignment with an override and a rubric. */
async function busyCourse(course: number, assignment: number, people: { author: number; student: number; section: number }): Promise<void> {
  const { id: group } = await post(`/courses/${course}/assignment_groups`, { name: unique('Labs') });
  const { id } = await post(`/courses/${course}/assignments`, { assignment: { assignment_group_id: group } });
  const override = { student_ids: [people.student], title: 'Other dates', due_at: '2040-05-01T12:00:00Z' };
  for (const one of [id, assignment]) await post(`/courses/${course}/assignments/${one}/overrides`, { assignment_override: override });
  const bySection = { assignment_override: { course_section_id: people.section, due_at: '2040-05-02T12:00:00Z' } };
  await post(`/courses/${course}/assignments/${assignment}/overrides`, bySection);
  const criteria = [{ description: 'Clear', points: 5, ratings: [{ description: 'Very', points: 5 }] }];
  const association = { association_id: id, association_type: 'Assignment' };
  await made(server.admin.post(`/courses/${course}/rubrics`, { rubric: { criteria }, rubric_association: association }), z.unknown());
  await post(`/courses/${course}/grading_standards`, { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] });
  const reviews = `/courses/${course}/assignments/${assignment}/submissions/${people.author}/peer_reviews`;
  await post(reviews, { user_id: people.student });
}

async function world(n: number): Promise<World> {
  const { id: account } = await post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } });
  const here = await course(server, { account });
  const { id: section } = await post(`/courses/${here.id}/sections`, { course_section: { name: 'All' } });
  const { id: set } = await post(`/courses/${here.id}/group_categories`, { name: 'Projects' });
  const { id: group } = await post(`/group_categories/${set}/groups`, { name: 'Full' });
  const { id: assignment } = await post(`/courses/${here.id}/assignments`, { assignment: { group_category_id: set } });
  const author = await person(server, { account });
  await enroll(server, here.id, author.id, 'StudentEnrollment', { course_section_id: section });
  const rich = await person(server, { account });
  const views = new PageViewRecorder(server.database, console);
  const ids = new IdSequence();
  await times(n, async () => {
    const student = await person(server, { account });
    await enroll(server, here.id, student.id, 'StudentEnrollment', { course_section_id: section });
    await post(`/groups/${group}/memberships`, { user_id: student.id });
    await appoint(server, account, student.id);
    await post(`/accounts/${account}/grading_standards`, { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] });
    const below = await post(`/accounts/${account}/sub_accounts`, { account: { name: unique('Institute') } });
    await appoint(server, below.id, rich.id);
    const more = await post(`/courses/${here.id}/sections`, { course_section: { name: unique('Section') } });
    await enroll(server, here.id, student.id, 'StudentEnrollment', { course_section_id: more.id });
    await busyCourse(here.id, assignment, { author: author.id, student: student.id, section: more.id });
    await post(`/courses/${here.id}/group_categories`, { name: unique('Set') });
    await post(`/group_categories/${set}/groups`, { name: unique('Group') });
    const richCourse = await course(server, { account });
    await enroll(server, richCourse.id, rich.id, 'StudentEnrollment');
    await post('/groups', { name: unique('Community') }, rich.client);
    await post(`/accounts/${account}/logins`, { user: { id: rich.id }, login: { unique_id: unique('login') } });
    await post(`/users/${rich.id}/tokens`, { token: { purpose: 'more' } });
    views.record(pageView(rich.id, ids.next(new Date())));
    const address = `${unique('mail').replace(' ', '-')}@example.com`;
    await post(`/users/${rich.id}/communication_channels`, { communication_channel: { address } });
  });
  await views.flush();
  return { account, course: here.id, section, set, group, assignment, author, rich };
}

let few: World;
let many: World;
beforeAll(async () => {
  few = await world(2);
  many = await world(20);
}, 600_000);

interface Case {
  operationId: string;
  path: (w: World) => string;
  query?: Fields;
  by?: (w: World) => Client;
}
const self = (w: World) => w.rich.client;
const CASES: Case[] = [
  { operationId: 'listAccounts', path: () => '/accounts', by: self },
  { operationId: 'listSubAccounts', path: (w) => `/accounts/${w.account}/sub_accounts` },
  { operationId: 'listAdministrators', path: (w) => `/accounts/${w.account}/admins` },
  { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users` },
  {
    operationId: 'listAccountUsers',
    path: (w) => `/accounts/${w.account}/users`,
    query: { include: ['email', 'locale', 'last_login', 'avatar_url'] },
  },
  { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users`, query: { search_term: 'person' } },
  { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users`, query: { include: ['enrollments'] } },
  { operationId: 'listPageViews', path: (w) => `/users/${w.rich.id}/page_views` },
  { operationId: 'listTokens', path: (w) => `/users/${w.rich.id}/tokens` },
  { operationId: 'listAccountLogins', path: (w) => `/accounts/${w.account}/logins` },
  { operationId: 'listUserLogins', path: (w) => `/users/${w.rich.id}/logins` },
  { operationId: 'listChannels', path: (w) => `/users/${w.rich.id}/communication_channels` },
  { operationId: 'listCourses', path: () => '/courses', by: self },
  { operationId: 'listCourses', path: () => '/courses', query: { include: ['sections'] }, by: self },
  { operationId: 'listAccountCourses', path: (w) => `/accounts/${w.account}/courses` },
  { operationId: 'listCourseUsers', path: (w) => `/courses/${w.course}/users` },
  { operationId: 'listCourseUsers', path: (w) => `/courses/${w.course}/users`, query: { include: ['enrollments', 'email', 'avatar_url'] } },
  {
    operationId: 'searchCourseUsers',
    path: (w) => `/courses/${w.course}/search_users`,
    query: { search_term: 'person', include: ['enrollments'] },
  },
  { operationId: 'listCourseEnrollments', path: (w) => `/courses/${w.course}/enrollments` },
  { operationId: 'listSectionEnrollments', path: (w) => `/sections/${w.section}/enrollments` },
  { operationId: 'listUserEnrollments', path: (w) => `/users/${w.rich.id}/enrollments` },
  { operationId: 'listSections', path: (w) => `/courses/${w.course}/sections` },
  { operationId: 'listSections', path: (w) => `/courses/${w.course}/sections`, query: { include: ['students', 'avatar_url'] } },
  { operationId: 'listGroupCategories', path: (w) => `/courses/${w.course}/group_categories` },
  { operationId: 'listGroupsOfGroupCategory', path: (w) => `/group_categories/${w.set}/groups` },
  { operationId: 'listGroupsOfCourse', path: (w) => `/courses/${w.course}/groups` },
  { operationId: 'listOwnGroups', path: () => '/users/self/groups', by: self },
  { operationId: 'listGroupUsers', path: (w) => `/groups/${w.group}/users`, query: { include: ['email'] } },
  { operationId: 'listGroupMemberships', path: (w) => `/groups/${w.group}/memberships` },
  { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments` },
  { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments`, by: (w) => w.author.client },
  { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments`, query: { search_term: 'ASSIGN' } },
  { operationId: 'listAssignmentGroups', path: (w) => `/courses/${w.course}/assignment_groups`, query: { include: ['assignments'] } },
  {
    operationId: 'listAssignmentGroups',
    path: (w) => `/courses/${w.course}/assignment_groups`,
    query: { include: ['assignments', 'discussion_topic'] },
    by: (w) => w.author.client,
  },
  { operationId: 'listOverrides', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/overrides` },
  { operationId: 'listRubrics', path: (w) => `/courses/${w.course}/rubrics` },
  { operationId: 'listCourseGradingStandards', path: (w) => `/courses/${w.course}/grading_standards` },
  { operationId: 'listAccountGradingStandards', path: (w) => `/accounts/${w.account}/grading_standards` },
  { operationId: 'listPeerReviews', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/peer_reviews` },
  {
    operationId: 'listPeerReviewsOfSubmission',
    path: (w) => `/courses/${w.course}/assignments/${w.assignment}/submissions/${w.author.id}/peer_reviews`,
  },
];

/** Lists that have no more rows than there are kinds, until uploaded pictures are among them. */
const SHORT = ['listAvatars'];

/** The rows and the statements of one request; asked once before, because first uses are noted by a statement of their own. */
async function measure({ path, query, by }: Case, w: World): Promise<{ rows: number; statements: number }> {
  const client = by ? by(w) : server.admin;
  const ask = () => client.get(path(w), { ...query, per_page: 100 }).expect(200);
  const { body } = await ask();
  return { rows: body.length, statements: await server.statements(ask) };
}

const name = ({ operationId, query }: Case) => `${operationId} ${query ? JSON.stringify(query) : ''}`;

describe('a list sends as many statements for 20 rows as for 2', () => {
  test.each(CASES.map((one) => [name(one), one] as const))('%s', async (_name, one) => {
    const [small, large] = [await measure(one, few), await measure(one, many)];
    expect(small.rows).toBeGreaterThanOrEqual(2);
    expect(large.rows).toBeGreaterThanOrEqual(20);
    expect(large.rows).toBeGreaterThan(small.rows);
    expect(small.statements).toBeGreaterThan(0);
    expect(large.statements).toBe(small.statements);
  });

  test('and every list is measured', () => {
    const lists = areas.flatMap((area) => area.operations.filter((op) => op.paged !== null).map((op) => op.operationId));
    expect([...new Set(CASES.map((one) => one.operationId)), ...SHORT].sort()).toEqual(lists.sort());
  });

  test('and more statements would be counted', async () => {
    const once = await server.statements(() => server.admin.get('/accounts').expect(200));
    const twice = await server.statements(async () => {
      await server.admin.get('/accounts').expect(200);
      await server.admin.get('/accounts').expect(200);
    });
    // The second finds its standing kept.
    expect(twice).toBe(2 * once - 1);
  });
});
