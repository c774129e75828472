import { z } from 'zod';
import { IdSequence } from '../../src/areas/page-views/ids.ts';
import { PageViewRecorder } from '../../src/areas/page-views/recorder.ts';
import type { Fields } from './form.ts';
import { workOn } from './jobs.ts';
import { outcome, outcomeGroup } from './outcomes.ts';
import { pageView } from './page-views.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from './school.ts';
import type { Client, TestServer } from './server.ts';
import { PNG, upload } from './upload.ts';

/** A place in which every list has at least this many rows. */
export interface World {
  account: number;
  course: number;
  /** A section of the course that all its students are in. */
  section: number;
  set: number;
  group: number;
  /** Has overrides and peer reviews. */
  assignment: number;
  /** The one that assignments go into which name none. */
  assignmentGroup: number;
  /** Has questions, and attempts. */
  quiz: number;
  /** The author's attempt at it. */
  quizAttempt: number;
  /** A collaboration with everybody in the course. */
  collaboration: number;
  /** Two teachers more. */
  teachers: readonly number[];
  /** The author of the work that is reviewed. */
  author: Person;
  /** A topic of the course with entries that have replies, and one of the group. */
  topic: number;
  entry: number;
  /** The ids of entries, by the paths of their topics. */
  entries: Record<string, number[]>;
  groupTopic: number;
  groupEntry: number;
  item: number;
  itemTopic: number;
  itemEntry: number;
  collection: number;
  /** A group with groups and outcomes in it, by the path of where it stands. */
  outcomeGroups: Record<string, number>;
  /** Has logins, channels, tokens, courses, groups, accounts, files, folders, conversations and batches. */
  rich: Person;
  /** One of theirs, with files and folders in it. */
  folder: number;
  /** A path of folders, one in the other, which users, course and group have alike. */
  way: string;
}

/** What the world needs of a server. */
type Server = Pick<TestServer, 'admin' | 'as' | 'ownToken' | 'database' | 'services' | 'now'>;

const Made = z.object({ id: z.int() });
const times = async (n: number, work: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < n; i++) await work(i);
};
export const posting =
  (server: Server) =>
  (path: string, body: Fields, by: Client = server.admin): Promise<z.infer<typeof Made>> =>
    made(by.post(path, body), Made);

/** One more of everything that is assigned in a course: each assignment with an override and a rubric, and one that is a topic. */
async function busyCourse(
  server: Server,
  course: number,
  assignment: number,
  people: { author: number; student: number; section: number },
): Promise<void> {
  const post = posting(server);
  const { id: group } = await post(`/courses/${course}/assignment_groups`, { name: unique('Labs') });
  const due = { due_at: '2040-05-03T12:00:00Z' };
  const { id } = await post(`/courses/${course}/assignments`, { assignment: { assignment_group_id: group, ...due } });
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

const QUESTION = { points_possible: 1, answers: [{ answer_text: 'Yes', answer_weight: 100 }, { answer_text: 'No' }] };

/** One more quiz, one more question of the first one, and one more attempt at it. */
async function quizTaken(server: Server, course: number, quiz: number, student: Person): Promise<void> {
  const quizzes = `/courses/${course}/quizzes`;
  await posting(server)(quizzes, { quiz: { title: unique('Quiz'), published: true } });
  await posting(server)(`${quizzes}/${quiz}/questions`, { question: QUESTION });
  await made(student.client.post(`${quizzes}/${quiz}/submissions`), z.unknown());
}

/** An attempt that goes on. */
async function attemptBegun(quiz: string, by: Person): Promise<number> {
  const Begun = z.object({ quiz_submissions: z.tuple([z.object({ id: z.int() })]) });
  return (await made(by.client.post(`${quiz}/submissions`), Begun)).quiz_submissions[0].id;
}

const WELL_FILLED = 'many';

/** One more submission, attempt, file, comment and grade: of the student, and of the whole group. */
async function handIn(server: Server, course: number, assignment: number, student: Person): Promise<void> {
  const path = `/courses/${course}/assignments/${assignment}/submissions`;
  const submission = { submission_type: 'online_text_entry', body: 'done' };
  await made(student.client.post(path, { submission, comment: { text_comment: 'Here' } }), z.unknown());
  const comment = { text_comment: 'Good', group_comment: true };
  await made(server.admin.put(`${path}/${student.id}`, { submission: { posted_grade: '4' }, comment }), z.unknown());
}

/** Files and folders: many in one, and many one in the other. */
async function fill(server: Server, owner: string, n: number, way: string): Promise<void> {
  const post = posting(server);
  await post(`${owner}/folders`, { name: 'last', parent_folder_path: way });
  await times(n, async (i) => {
    await upload(server.admin, `${owner}/files`, { name: `${i}`, parent_folder_path: WELL_FILLED });
    await post(`${owner}/folders`, { name: `${i}`, parent_folder_path: WELL_FILLED });
  });
}

/** A group of this place with groups and outcomes in it. */
async function fillOutcomes(server: Server, place: string, n: number): Promise<number> {
  const { id } = await outcomeGroup(server, place);
  await times(n, async () => {
    await outcomeGroup(server, place, id);
    await outcome(server, place, id);
  });
  return id;
}

export async function filledWorld(server: Server, n: number): Promise<World> {
  const post = posting(server);
  const { id: account } = await post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } });
  const here = await course(server, { account });
  const { id: section } = await post(`/courses/${here.id}/sections`, { course_section: { name: 'All' } });
  const { id: set } = await post(`/courses/${here.id}/group_categories`, { name: 'Projects' });
  const { id: group } = await post(`/group_categories/${set}/groups`, { name: 'Full' });
  const groupWork = { group_category_id: set, submission_types: ['online_text_entry'], points_possible: 5 };
  const { id: assignmentGroup } = await post(`/courses/${here.id}/assignment_groups`, { name: 'Assignments' });
  const { id: assignment } = await post(`/courses/${here.id}/assignments`, { assignment: groupWork });
  const { id: quiz } = await post(`/courses/${here.id}/quizzes`, { quiz: { allowed_attempts: -1, published: true } });
  const author = await person(server, { account });
  await enroll(server, here.id, author.id, 'StudentEnrollment', { course_section_id: section });
  const quizAttempt = await attemptBegun(`/courses/${here.id}/quizzes/${quiz}`, author);
  const rich = await person(server, { account });
  const teachers = [await person(server, { account }), await person(server, { account })].map((one) => one.id);
  for (const id of teachers) await enroll(server, here.id, id, 'TeacherEnrollment');
  await enroll(server, here.id, rich.id, 'TeacherEnrollment');
  await post(`/groups/${group}/memberships`, { user_id: rich.id });
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
  await rich.client.put(`${topics}/${topic}/subscribed`).expect(204);
  await rich.client.put(`/users/${rich.id}`, { user: { public_profile: true } }).expect(200);
  await author.client.put(`/users/${rich.id}/followers/self`).expect(200);
  await times(n, async () => {
    await rich.client
      .post('/conversations', { recipients: [author.id, teachers[0] ?? 0], body: 'To you', group_conversation: true })
      .expect(201);
    const message = { recipients: teachers, body: 'Hello' };
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
    await handIn(server, here.id, assignment, student);
    await quizTaken(server, here.id, quiz, student);
    const seen = { client_timestamp: new Date().toISOString(), event_type: unique('seen') };
    const events = `/courses/${here.id}/quizzes/${quiz}/submissions/${quizAttempt}/events`;
    await author.client.post(events, { quiz_submission_events: [seen] }).expect(204);
    await busyCourse(server, here.id, assignment, { author: author.id, student: student.id, section: more.id });
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
    const event = { context_code: `course_${here.id}`, start_at: '2040-05-01T12:00:00Z' };
    const child = { context_code: `course_section_${section}`, start_at: '2040-05-02T12:00:00Z' };
    await post('/calendar_events', { calendar_event: { ...event, child_event_data: [child] } });
    await post('/users/self/collections', { name: 'More' }, rich.client);
    await post(`/collections/${collection}/items`, { link_url: 'https://example.com' }, rich.client);
    const address = `${unique('mail').replace(' ', '-')}@example.com`;
    await post(`/users/${rich.id}/communication_channels`, { communication_channel: { address } });
  });
  const groupEntry = await post(`${groupTopics}/${groupTopic}/entries`, { message: 'root' });
  await times(n, async () => void (await post(`${groupTopics}/${groupTopic}/entries/${groupEntry.id}/replies`, { message: 'reply' })));
  const discussed = { topic, entry, entries, groupTopic, groupEntry: groupEntry.id, item, itemTopic, itemEntry, collection };
  const way = Array.from({ length: n }, (_, i) => `way ${i}`).join('/');
  for (const owner of [`/users/${rich.id}`, `/courses/${here.id}`, `/groups/${group}`]) await fill(server, owner, n, way);
  await times(n, (i) =>
    upload(rich.client, '/users/self/files', { name: `${i}.png`, parent_folder_path: 'profile pictures' }, { content: PNG }),
  );
  const outcomeGroups: World['outcomeGroups'] = {};
  for (const place of ['/global', `/accounts/${account}`, `/courses/${here.id}`])
    outcomeGroups[place] = await fillOutcomes(server, place, n);
  const [, folder] = await made(server.admin.get(`/users/${rich.id}/folders/by_path/${WELL_FILLED}`), z.array(Made));
  await views.flush();
  // Streams are filled; messages on their way stay so.
  await workOn(server, 'tell_of_');
  const { id: collaboration } = await post(`/courses/${here.id}/collaborations`, { title: 'Together' });
  const assigned = { collaboration, set, group, assignment, assignmentGroup, quiz, quizAttempt, teachers, author };
  return { account, course: here.id, section, ...assigned, rich, folder: folder?.id ?? 0, way, ...discussed, outcomeGroups };
}
