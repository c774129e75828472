import { z } from 'zod';
import type { Fields } from './form.ts';
import { outcome, outcomeGroup } from './outcomes.ts';
import { course, enroll, made, type Person, person, type Server, unique } from './school.ts';
import type { Client } from './server.ts';
import { upload } from './upload.ts';

const Id = z.looseObject({ id: z.int() });

/** Ids by where they stand in a path: the two words before and around, or the last word alone (`quizzes groups`, `groups`). */
export type Furniture = Readonly<Record<string, number | string>>;

/** Who makes it, in an account and with people of that root account. */
interface Place {
  by: Client;
  accountId: number;
  rootAccountId: number;
  /** The course, where it is there already. */
  opened?: Opened;
}

/** A course with its people. */
interface Opened {
  courseId: number;
  sectionId: number;
  teacher: Person;
  student: Person;
}

/** A course, its people, and one of each thing that a path or a body can name. */
export interface Furnished {
  ids: Furniture;
  teacher: Person;
  student: Person;
}

const LETTERS = { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] };

const idOf = async (by: Client, path: string, body: Fields = {}): Promise<number> => (await made(by.post(path, body), Id)).id;

interface Room {
  by: Client;
  path: string;
  teacher: Person;
  student: Person;
  /** What its folders are called. */
  papers: string;
}

async function opened(server: Server, accountId: number, rootAccountId: number): Promise<Opened> {
  const { id: courseId } = await course(server, { account: accountId });
  const teacher = await person(server, { account: rootAccountId });
  const student = await person(server, { account: rootAccountId });
  await enroll(server, courseId, teacher.id, 'TeacherEnrollment');
  const { sectionId } = await enroll(server, courseId, student.id, 'StudentEnrollment');
  return { courseId, sectionId, teacher, student };
}

/** Makes grading periods of the course and of its account. */
async function gradingPeriods({ by, path, above }: { by: Client; path: string; above: string }): Promise<Furniture> {
  const set = { grading_period_set: { title: 'Year' } };
  const { grading_period_set: year } = await made(by.post(`${above}/grading_period_sets`, set), z.object({ grading_period_set: Id }));
  const sent = { grading_periods: [{ title: 'Autumn', start_date: '2040-01-01', end_date: '2040-02-01' }] };
  const add = async (to: string): Promise<number> => {
    const added = await made(by.patch(`${to}/grading_periods/batch_update`, sent), z.object({ grading_periods: z.tuple([Id]) }));
    return added.grading_periods[0].id;
  };
  return {
    grading_period_sets: year.id,
    'accounts grading_periods': await add(`/grading_period_sets/${year.id}`),
    grading_periods: await add(path),
  };
}

/** What is graded: an assignment with its override and rubric, and a quiz that has begun. */
async function coursework({ by, path, student }: Room, sectionId: number, groupSetId: number): Promise<Furniture> {
  const assignment_groups = await idOf(by, `${path}/assignment_groups`, { name: 'Labs' });
  const assignment = { name: 'Essay', submission_types: ['online_text_entry'], published: true, points_possible: 10 };
  const assignments = await idOf(by, `${path}/assignments`, { assignment });
  await idOf(by, `${path}/assignments`, { assignment: { ...assignment, group_category_id: groupSetId } });
  const override = { assignment_override: { course_section_id: sectionId, due_at: '2040-05-01' } };
  const overrides = await idOf(by, `${path}/assignments/${assignments}/overrides`, override);
  const WithAssociation = z.looseObject({
    rubric: z.looseObject({ id: z.int(), criteria: z.tuple([z.looseObject({ id: z.string() })]) }),
    rubric_association: Id,
  });
  const sent = {
    rubric: { title: 'Rubric', criteria: [{ description: 'Facts', points: 5 }] },
    rubric_association: { association_id: assignments, association_type: 'Assignment' },
  };
  const { rubric, rubric_association: association } = await made(by.post(`${path}/rubrics`, sent), WithAssociation);
  const [criterion] = rubric.criteria;
  const assessed = { rubric_assessment: { user_id: student.id, [`criterion_${criterion.id}`]: { points: 3 } } };
  const rubric_assessments = await idOf(by, `${path}/rubric_associations/${association.id}/rubric_assessments`, assessed);
  const grading_standards = await idOf(by, `${path}/grading_standards`, LETTERS);
  const quizzes = await idOf(by, `${path}/quizzes`, { quiz: { title: 'Quiz', allowed_attempts: -1, published: true } });
  const questions = await idOf(by, `${path}/quizzes/${quizzes}/questions`, { question: { points_possible: 1 } });
  const Groups = z.looseObject({ quiz_groups: z.tuple([Id]) });
  const reports = await idOf(by, `${path}/quizzes/${quizzes}/reports`, { quiz_report: { report_type: 'student_analysis' } });
  const [group] = (await made(by.post(`${path}/quizzes/${quizzes}/groups`, { quiz_groups: [{ name: 'Group' }] }), Groups)).quiz_groups;
  const Begun = z.object({ quiz_submissions: z.tuple([Id]) });
  const [attempt] = (await made(student.client.post(`${path}/quizzes/${quizzes}/submissions`), Begun)).quiz_submissions;
  return {
    assignment_groups,
    assignments,
    overrides,
    rubrics: rubric.id,
    rubric_associations: association.id,
    rubric_assessments,
    grading_standards,
    quizzes,
    questions,
    reports,
    'quizzes groups': group.id,
    'quizzes submissions': attempt.id,
    quiz_submissions: attempt.id,
  };
}

/** What is read and talked about. */
async function material({ by, path, teacher, papers }: Room): Promise<Furniture> {
  const discussion_topics = await idOf(by, `${path}/discussion_topics`, { title: 'Talk' });
  const entries = await idOf(by, `${path}/discussion_topics/${discussion_topics}/entries`, { message: 'Words' });
  const Page = z.looseObject({ page_id: z.int() });
  const { page_id: pages } = await made(
    by.post(`${path}/pages`, { wiki_page: { title: 'Page', body: '<p>Words</p>', published: true } }),
    Page,
  );
  const collaborations = await idOf(by, `${path}/collaborations`, { title: 'Together' });
  const modules = await idOf(by, `${path}/modules`, { module: { name: 'Week' } });
  const items = await idOf(by, `${path}/modules/${modules}/items`, { module_item: { type: 'SubHeader', title: 'Read' } });
  await by.put(`${path}/modules/${modules}`, { module: { published: true } }).expect(200);
  const folders = await idOf(teacher.client, `${path}/folders`, { name: papers });
  const files = (await upload(teacher.client, `/folders/${folders}/files`)).id;
  return { discussion_topics, entries, pages, collaborations, modules, 'modules items': items, folders, files };
}

/** What a group has of its own. */
async function groupMaterial({ by, student: { client }, papers }: Room, group: number): Promise<Furniture> {
  const path = `/groups/${group}`;
  const topics = await idOf(client, `${path}/discussion_topics`, { title: 'Talk' });
  const folders = await idOf(by, `${path}/folders`, { name: papers });
  const { page_id: pages } = await made(
    client.post(`${path}/pages`, { wiki_page: { title: 'Page' } }),
    z.looseObject({ page_id: z.int() }),
  );
  return {
    'groups discussion_topics': topics,
    'groups entries': await idOf(client, `${path}/discussion_topics/${topics}/entries`, { message: 'Words' }),
    'groups folders': folders,
    'groups files': (await upload(by, `/folders/${folders}/files`)).id,
    'groups pages': pages,
  };
}

/** What is a person's own. */
async function belongings({ by, path, student, papers }: Room, accountId: number): Promise<Furniture> {
  const { client, id } = student;
  const contact = { communication_channel: { address: `${unique('mail').replaceAll(' ', '-')}@school.example` } };
  const [login] = await made(by.get(`/users/${id}/logins`), z.array(Id));
  const collections = await idOf(client, '/users/self/collections', { name: unique('Finds'), visibility: 'private' });
  const item = await idOf(client, `/collections/${collections}/items`, { link_url: 'http://example.com/', title: 'Found' });
  const note = await idOf(client, '/planner_notes', { title: 'Learn', todo_date: '2040-01-01' });
  const bookmark = await idOf(client, '/users/self/bookmarks', { url: '/courses' });
  const [, code] = path.split('/').slice(1);
  const event = { context_code: `course_${code}`, title: 'Trip', start_at: '2040-01-01T10:00:00Z' };
  const [conversation] = await made(client.post('/conversations', { recipients: [student.id], body: 'Note' }), z.tuple([Id]));
  return {
    tokens: await idOf(client, `/users/${id}/tokens`, { token: { purpose: 'mine' } }),
    logins: login?.id ?? (await idOf(by, `/accounts/${accountId}/logins`, { user: { id }, login: { unique_id: unique('login') } })),
    communication_channels: await idOf(client, `/users/${id}/communication_channels`, contact),
    collections,
    'collections items': item,
    'collection_items discussion_topics': 'self',
    'collection_items entries': await idOf(client, `/collection_items/${item}/discussion_topics/self/entries`, { message: 'Words' }),
    'planner overrides': await idOf(client, '/planner/overrides', { plannable_type: 'planner_note', plannable_id: note }),
    calendar_events: await idOf(by, '/calendar_events', { calendar_event: event }),
    planner_notes: note,
    bookmarks: bookmark,
    conversations: conversation.id,
    'users folders': await idOf(client, `/users/${id}/folders`, { name: papers }),
    'users files': (await upload(client, '/users/self/files')).id,
  };
}

/** What there can be more of in the same course, of the same student. */
async function pieces(room: Room, sectionId: number, accountId: number): Promise<Furniture> {
  const { by, path, student } = room;
  const sets = await idOf(by, `${path}/group_categories`, { name: unique('Set') });
  const groups = await idOf(by, `/group_categories/${sets}/groups`, { name: unique('Group') });
  return {
    group_categories: sets,
    groups,
    memberships: await idOf(by, `/groups/${groups}/memberships`, { user_id: student.id }),
    custom_gradebook_columns: await idOf(by, `${path}/custom_gradebook_columns`, { column: { title: 'Notes' } }),
    ...(await coursework(room, sectionId, sets)),
    ...(await material(room)),
    ...(await groupMaterial(room, groups)),
    ...(await belongings(room, accountId)),
  };
}

/** One more of most things, in a furnished course: not of what stands in its account. */
export const furnishMore = ({ by, rootAccountId, opened: { courseId, sectionId, ...people } }: Required<Place>): Promise<Furniture> =>
  pieces({ by, path: `/courses/${courseId}`, papers: 'More papers', ...people }, sectionId, rootAccountId);

/** Furnishes a course, a new one unless it is said which. */
export async function furnish(server: Server, { by, accountId, rootAccountId, opened: given }: Place): Promise<Furnished> {
  const { courseId, sectionId, teacher, student } = given ?? (await opened(server, accountId, rootAccountId));
  const path = `/courses/${courseId}`;
  const [enrollment] = await made(by.get(`${path}/enrollments`, { user_id: student.id }), z.tuple([Id]));
  const outcomeGroups = (await outcomeGroup({ admin: by }, path)).id;
  const above = `/accounts/${accountId}`;
  const accountOutcomes = (await outcomeGroup({ admin: by }, above)).id;
  await by.post(`${path}/late_policy`, { late_policy: {} }).expect(201);
  const periods = await gradingPeriods({ by, path, above });
  const terms = await idOf(by, `/accounts/${rootAccountId}/terms`, { enrollment_term: { name: unique('Term') } });
  // Of the site, whose administrator alone makes it.
  const siteOutcomes = (await outcomeGroup(server, '/global')).id;
  const ids = {
    ...periods,
    'root accounts': rootAccountId,
    terms,
    'global outcome_groups': siteOutcomes,
    'global outcomes': await outcome(server, '/global', siteOutcomes),
    accounts: accountId,
    courses: courseId,
    sections: sectionId,
    enrollments: enrollment.id,
    users: student.id,
    'courses outcome_groups': outcomeGroups,
    'courses outcomes': await outcome({ admin: by }, path, outcomeGroups),
    'accounts outcome_groups': accountOutcomes,
    'accounts outcomes': await outcome({ admin: by }, above, accountOutcomes),
    'accounts grading_standards': await idOf(by, `${above}/grading_standards`, LETTERS),
    ...(await pieces({ by, path, teacher, student, papers: 'Papers' }, sectionId, rootAccountId)),
  };
  return { ids, teacher, student };
}
