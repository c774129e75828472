import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import { IdSequence } from '../../src/areas/page-views/ids.ts';
import { PageViewRecorder } from '../../src/areas/page-views/recorder.ts';
import type { Fields } from '../helpers/form.ts';
import { pageView } from '../helpers/page-views.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';
import { PNG, upload } from '../helpers/upload.ts';

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
  /** A topic of the course with entries that have replies, and one of the group. */
  topic: number;
  entry: number;
  /** By the paths of their topics. */
  entries: Record<string, number[]>;
  groupTopic: number;
  groupEntry: number;
  item: number;
  itemTopic: number;
  itemEntry: number;
  collection: number;
  /** Has logins, channels, tokens, courses, groups, accounts, files, folders, conversations and batches. */
  rich: Person;
  /** One of theirs, with files and folders in it. */
  folder: number;
  /** A path of folders, one in the other, which users, course and group have alike. */
  way: string;
}

const times = async (n: number, work: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < n; i++) await work(i);
};
const post = (path: string, body: Fields, by: Client = server.admin) => made(by.post(path, body), Made);

/** One more of everything that is assigned in a course: each assignment with an override and a rubric, and one that is a topic. */
async function busyCourse(course: number, assignment: number, people: { author: number; student: number; section: number }): Promise<void> {
  const { id: group } = await post(`/courses/${course}/assignment_groups`, { name: unique('Labs') });
  const { id } = await post(`/courses/${course}/assignments`, { assignment: { assignment_group_id: group } });
  await post(`/courses/${course}/assignments`, { assignment: { assignment_group_id: group, submission_types: ['discussion_topic'] } });
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

/** One more submission, attempt, file, comment and grade: of the student, and of the whole group. */
async function handIn(course: number, assignment: number, student: Person): Promise<void> {
  const path = `/courses/${course}/assignments/${assignment}/submissions`;
  const submission = { submission_type: 'online_text_entry', body: 'done' };
  await made(student.client.post(path, { submission, comment: { text_comment: 'Here' } }), z.unknown());
  const comment = { text_comment: 'Good', group_comment: true };
  await made(server.admin.put(`${path}/${student.id}`, { submission: { posted_grade: '4' }, comment }), z.unknown());
}

const WELL_FILLED = 'many';

/** Files and folders: many in one, and many one in the other. */
async function fill(owner: string, n: number, way: string): Promise<void> {
  await post(`${owner}/folders`, { name: 'last', parent_folder_path: way });
  await times(n, async (i) => {
    await upload(server.admin, `${owner}/files`, { name: `${i}`, parent_folder_path: WELL_FILLED });
    await post(`${owner}/folders`, { name: `${i}`, parent_folder_path: WELL_FILLED });
  });
}

async function world(n: number): Promise<World> {
  const { id: account } = await post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } });
  const here = await course(server, { account });
  const { id: section } = await post(`/courses/${here.id}/sections`, { course_section: { name: 'All' } });
  const { id: set } = await post(`/courses/${here.id}/group_categories`, { name: 'Projects' });
  const { id: group } = await post(`/group_categories/${set}/groups`, { name: 'Full' });
  const groupWork = { group_category_id: set, submission_types: ['online_text_entry'], points_possible: 5 };
  const { id: assignment } = await post(`/courses/${here.id}/assignments`, { assignment: groupWork });
  const author = await person(server, { account });
  await enroll(server, here.id, author.id, 'StudentEnrollment', { course_section_id: section });
  const rich = await person(server, { account });
  const pair = [await person(server, { account }), await person(server, { account })].map((one) => one.id);
  for (const id of pair) await enroll(server, here.id, id, 'TeacherEnrollment');
  await enroll(server, here.id, rich.id, 'TeacherEnrollment');
  const views = new PageViewRecorder(server.database, console);
  const ids = new IdSequence();
  const topics = `/courses/${here.id}/discussion_topics`;
  const groupTopics = `/groups/${group}/discussion_topics`;
  const { id: topic } = await post(topics, { title: 'Talk' });
  const { id: entry } = await post(`${topics}/${topic}/entries`, { message: 'first' });
  const { id: groupTopic } = await post(groupTopics, { title: 'Talk' });
  const entries: World['entries'] = {};
  const { id: collection } = await post('/users/self/collections', { name: 'Links', visibility: 'public' }, rich.client);
  const { id: item } = await post(`/collections/${collection}/items`, { link_url: 'https://example.com' }, rich.client);
  const itemTopics = `/collection_items/${item}/discussion_topics`;
  const { id: itemTopic } = await post(itemTopics, {}, rich.client);
  const { id: itemEntry } = await post(`${itemTopics}/${itemTopic}/entries`, { message: 'first' }, rich.client);
  await times(n, async () => {
    const message = { recipients: pair, body: 'Hello' };
    await rich.client.post('/conversations', { ...message, group_conversation: true }).expect(201);
    await rich.client.post('/conversations', { ...message, mode: 'async' }).expect(202);
    const student = await person(server, { account });
    await enroll(server, here.id, student.id, 'StudentEnrollment', { course_section_id: section });
    await post(`/groups/${group}/memberships`, { user_id: student.id });
    await appoint(server, account, student.id);
    await post(`/accounts/${account}/grading_standards`, { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] });
    const below = await post(`/accounts/${account}/sub_accounts`, { account: { name: unique('Institute') } });
    await appoint(server, below.id, rich.id);
    const more = await post(`/courses/${here.id}/sections`, { course_section: { name: unique('Section') } });
    await enroll(server, here.id, student.id, 'StudentEnrollment', { course_section_id: more.id });
    await handIn(here.id, assignment, student);
    await busyCourse(here.id, assignment, { author: author.id, student: student.id, section: more.id });
    await post(`/courses/${here.id}/group_categories`, { name: unique('Set') });
    await post(`/group_categories/${set}/groups`, { name: unique('Group') });
    const richCourse = await course(server, { account });
    await enroll(server, richCourse.id, rich.id, 'StudentEnrollment');
    await post('/groups', { name: unique('Community') }, rich.client);
    await post(`/accounts/${account}/logins`, { user: { id: rich.id }, login: { unique_id: unique('login') } });
    await post(`/users/${rich.id}/tokens`, { token: { purpose: 'more' } });
    views.record(pageView(rich.id, ids.next(new Date())));
    await enroll(server, here.id, rich.id, 'ObserverEnrollment', { associated_user_id: student.id });
    await post(topics, { title: unique('Topic') }, student.client);
    await post(topics, { title: unique('News'), message: 'new', is_announcement: true });
    await post(groupTopics, { title: unique('Topic') }, student.client);
    for (const at of [`${topics}/${topic}`, `${groupTopics}/${groupTopic}`, `${itemTopics}/${itemTopic}`]) {
      const by = at.startsWith('/coll') ? rich.client : student.client;
      const { id } = await post(`${at}/entries`, { message: 'more' }, by);
      await post(`${at}/entries/${id}/replies`, { message: 'reply' }, by);
      await by.put(`${at}/entries/${id}/read`).expect(204);
      entries[at] = [...(entries[at] ?? []), id];
    }
    await post(`${topics}/${topic}/entries/${entry}/replies`, { message: 'reply' }, student.client);
    await post(`${itemTopics}/${itemTopic}/entries/${itemEntry}/replies`, { message: 'reply' }, rich.client);
    await post('/users/self/collections', { name: 'More' }, rich.client);
    await post(`/collections/${collection}/items`, { link_url: 'https://example.com' }, rich.client);
    const address = `${unique('mail').replace(' ', '-')}@example.com`;
    await post(`/users/${rich.id}/communication_channels`, { communication_channel: { address } });
  });
  const groupEntry = await post(`${groupTopics}/${groupTopic}/entries`, { message: 'root' });
  await times(n, async () => void (await post(`${groupTopics}/${groupTopic}/entries/${groupEntry.id}/replies`, { message: 'reply' })));
  const discussed = { topic, entry, entries, groupTopic, groupEntry: groupEntry.id, item, itemTopic, itemEntry, collection };
  const way = Array.from({ length: n }, (_, i) => `way ${i}`).join('/');
  for (const owner of [`/users/${rich.id}`, `/courses/${here.id}`, `/groups/${group}`]) await fill(owner, n, way);
  await times(n, (i) =>
    upload(rich.client, '/users/self/files', { name: `${i}.png`, parent_folder_path: 'profile pictures' }, { content: PNG }),
  );
  const [, folder] = await made(server.admin.get(`/users/${rich.id}/folders/by_path/${WELL_FILLED}`), z.array(Made));
  await views.flush();
  return { account, course: here.id, section, set, group, assignment, author, rich, folder: folder?.id ?? 0, way, ...discussed };
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
  query?: Fields | ((w: World) => Fields);
  by?: (w: World) => Client;
}
const self = (w: World) => w.rich.client;
const inCourse = (w: World) => `/courses/${w.course}/discussion_topics`;
const inGroup = (w: World) => `/groups/${w.group}/discussion_topics`;
const inItem = (w: World) => `/collection_items/${w.item}/discussion_topics`;
function byIds(operationId: string, topic: (w: World) => string): Case {
  return { operationId, path: (w) => `${topic(w)}/entry_list`, query: (w) => ({ ids: w.entries[topic(w)] ?? [] }) };
}

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
  { operationId: 'listCourses', path: () => '/courses', query: { include: ['sections', 'total_scores', 'needs_grading_count'] }, by: self },
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
  {
    operationId: 'listAssignments',
    path: (w) => `/courses/${w.course}/assignments`,
    query: { include: ['submission'] },
    by: (w) => w.author.client,
  },
  ...(['courses', 'sections'] as const).flatMap((kind): Case[] => {
    const place = kind === 'courses' ? '' : 'InSection';
    const at = (w: World) => `/${kind}/${kind === 'courses' ? w.course : w.section}`;
    const include = ['submission_history', 'submission_comments', 'rubric_assessment', 'assignment', 'course', 'user'];
    const [list, students] = [`listSubmissions${place}`, `listStudentSubmissions${place}`];
    const all = { student_ids: ['all'] };
    return [
      { operationId: list, path: (w) => `${at(w)}/assignments/${w.assignment}/submissions` },
      { operationId: list, path: (w) => `${at(w)}/assignments/${w.assignment}/submissions`, query: { include } },
      { operationId: students, path: (w) => `${at(w)}/students/submissions`, query: { ...all, include } },
      {
        operationId: students,
        path: (w) => `${at(w)}/students/submissions`,
        query: { ...all, grouped: true, include: ['total_scores', ...include] },
      },
    ];
  }),
  { operationId: 'listRubrics', path: (w) => `/courses/${w.course}/rubrics` },
  { operationId: 'listCourseGradingStandards', path: (w) => `/courses/${w.course}/grading_standards` },
  { operationId: 'listAccountGradingStandards', path: (w) => `/accounts/${w.account}/grading_standards` },
  { operationId: 'listPeerReviews', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/peer_reviews` },
  {
    operationId: 'listPeerReviewsOfSubmission',
    path: (w) => `/courses/${w.course}/assignments/${w.assignment}/submissions/${w.author.id}/peer_reviews`,
  },
  ...[
    { name: 'User', owner: (w: World) => `/users/${w.rich.id}` },
    { name: 'Course', owner: (w: World) => `/courses/${w.course}` },
    { name: 'Group', owner: (w: World) => `/groups/${w.group}` },
  ].flatMap(({ name, owner }): Case[] => [
    { operationId: `list${name}Files`, path: (w) => `${owner(w)}/files` },
    { operationId: `list${name}Folders`, path: (w) => `${owner(w)}/folders` },
    { operationId: `list${name}FoldersAlong`, path: (w) => `${owner(w)}/folders/by_path/${encodeURI(w.way)}` },
  ]),
  { operationId: 'listAvatars', path: (w) => `/users/${w.rich.id}/avatars` },
  { operationId: 'listFolderFiles', path: (w) => `/folders/${w.folder}/files` },
  { operationId: 'listFolderFolders', path: (w) => `/folders/${w.folder}/folders` },
  { operationId: 'listTopicsInCourse', path: inCourse },
  { operationId: 'listTopicsInCourse', path: inCourse, query: { order_by: 'recent_activity', search_term: 'topic' }, by: self },
  { operationId: 'listTopicsInGroup', path: inGroup },
  { operationId: 'listEntriesInCourse', path: (w) => `${inCourse(w)}/${w.topic}/entries`, by: self },
  { operationId: 'listEntriesInGroup', path: (w) => `${inGroup(w)}/${w.groupTopic}/entries` },
  { operationId: 'listEntriesInCollectionItem', path: (w) => `${inItem(w)}/${w.itemTopic}/entries` },
  { operationId: 'listRepliesInCourse', path: (w) => `${inCourse(w)}/${w.topic}/entries/${w.entry}/replies` },
  { operationId: 'listRepliesInGroup', path: (w) => `${inGroup(w)}/${w.groupTopic}/entries/${w.groupEntry}/replies` },
  { operationId: 'listRepliesInCollectionItem', path: (w) => `${inItem(w)}/${w.itemTopic}/entries/${w.itemEntry}/replies` },
  byIds('listEntriesByIdInCourse', (w) => `${inCourse(w)}/${w.topic}`),
  byIds('listEntriesByIdInGroup', (w) => `${inGroup(w)}/${w.groupTopic}`),
  byIds('listEntriesByIdInCollectionItem', (w) => `${inItem(w)}/${w.itemTopic}`),
  { operationId: 'listAnnouncements', path: () => '/announcements', query: (w) => ({ context_codes: [`course_${w.course}`] }) },
  { operationId: 'listOwnCollections', path: () => '/users/self/collections', by: self },
  { operationId: 'listCollectionItems', path: (w) => `/collections/${w.collection}/items` },
  { operationId: 'listConversations', path: () => '/conversations', by: self },
  { operationId: 'listConversations', path: () => '/conversations', query: (w) => ({ filter: `course_${w.course}` }), by: self },
  { operationId: 'listConversationBatches', path: () => '/conversations/batches', by: self },
  { operationId: 'searchRecipients', path: () => '/search/recipients', query: (w) => ({ context: `course_${w.course}` }), by: self },
  { operationId: 'searchRecipients', path: () => '/search/recipients', query: { search: 'person' }, by: self },
  {
    operationId: 'findRecipients',
    path: () => '/conversations/find_recipients',
    query: (w) => ({ context: `course_${w.course}` }),
    by: self,
  },
];

/** The rows and the statements of one request; asked once before, because first uses are noted by a statement of their own. */
async function measure({ path, query, by }: Case, w: World): Promise<{ rows: number; statements: number }> {
  const client = by ? by(w) : server.admin;
  const parameters = typeof query === 'function' ? query(w) : query;
  const ask = () => client.get(path(w), { ...parameters, per_page: 100 }).expect(200);
  const { body } = await ask();
  return { rows: body.length, statements: await server.statements(ask) };
}

const name = ({ operationId, query }: Case) =>
  `${operationId} ${typeof query === 'function' ? 'of something' : query ? JSON.stringify(query) : ''}`;

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
    expect([...new Set(CASES.map((one) => one.operationId))].sort()).toEqual(lists.sort());
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
