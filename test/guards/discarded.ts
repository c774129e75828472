import { z } from 'zod';
import type { Fields } from '../helpers/form.ts';
import { type Furnished, type Furniture, furnish, furnishMore } from '../helpers/furnished.ts';
import { course, enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../helpers/school.ts';
import type { Client, TestServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';

// A furnished school, and of everything that an id in a path can name one that is deleted.

const Id = z.looseObject({ id: z.int() });
const PageId = z.looseObject({ page_id: z.int() });
const GroupOfQuiz = z.looseObject({ quiz_groups: z.tuple([Id]) });
const Rubric = z.looseObject({ criteria: z.tuple([z.looseObject({ id: z.string() })]) });

interface Making {
  own: Furniture;
  here: School;
  server: TestServer;
}

/** How one is made beside the own one, below the same things, and deleted again: at its path, unless another is given. */
interface Discard {
  /** The administrator unless it is said. */
  by?: 'student' | 'site';
  at: string;
  body?: (at: Making) => Fields;
  id?: (answer: unknown) => number;
  gone?: string;
}

const idOf = (answer: unknown): number => Id.parse(answer).id;
const pageOf = (answer: unknown): number => PageId.parse(answer).page_id;
const sending = (body: Fields) => () => body;

/** Paths name own things by their kinds, in braces. */
const DISCARDS: Readonly<Record<string, Discard>> = {
  accounts: { at: '/accounts/{accounts}/sub_accounts', body: sending({ account: { name: 'Institute' } }) },
  sections: { at: '/courses/{courses}/sections', body: sending({ course_section: { name: 'Evening' } }), gone: '/sections' },
  group_categories: { at: '/courses/{courses}/group_categories', body: () => ({ name: unique('Set') }), gone: '/group_categories' },
  groups: { at: '/group_categories/{group_categories}/groups', body: sending({ name: 'Late' }), gone: '/groups' },
  memberships: { at: '/groups/{groups}/memberships', body: ({ here }) => ({ user_id: here.student2.id }) },
  enrollments: {
    at: '/courses/{courses}/enrollments',
    body: ({ here }) => ({ enrollment: { user_id: here.stranger.id, type: 'StudentEnrollment', enrollment_state: 'active' } }),
  },
  assignment_groups: { at: '/courses/{courses}/assignment_groups', body: sending({ name: 'Old labs' }) },
  overrides: {
    at: '/courses/{courses}/assignments/{assignments}/overrides',
    body: ({ here }) => ({ assignment_override: { student_ids: [here.student.id], title: 'Later', due_at: '2040-05-02' } }),
  },
  questions: { at: '/courses/{courses}/quizzes/{quizzes}/questions', body: sending({ question: { points_possible: 1 } }) },
  'quizzes groups': {
    at: '/courses/{courses}/quizzes/{quizzes}/groups',
    body: sending({ quiz_groups: [{ name: 'Old' }] }),
    id: (answer) => GroupOfQuiz.parse(answer).quiz_groups[0].id,
  },
  reports: { at: '/courses/{courses}/quizzes/{quizzes}/reports', body: sending({ quiz_report: { report_type: 'item_analysis' } }) },
  entries: { by: 'student', at: '/courses/{courses}/discussion_topics/{discussion_topics}/entries', body: sending({ message: 'Words' }) },
  pages: { at: '/courses/{courses}/pages', body: sending({ wiki_page: { title: 'Old page' } }), id: pageOf },
  'modules items': {
    at: '/courses/{courses}/modules/{modules}/items',
    body: sending({ module_item: { type: 'SubHeader', title: 'Old' } }),
  },
  'groups discussion_topics': { by: 'student', at: '/groups/{groups}/discussion_topics', body: sending({ title: 'Talk' }) },
  'groups entries': {
    by: 'student',
    at: '/groups/{groups}/discussion_topics/{groups discussion_topics}/entries',
    body: sending({ message: 'Words' }),
  },
  'groups folders': { by: 'student', at: '/groups/{groups}/folders', body: sending({ name: 'Old papers' }), gone: '/folders' },
  'groups pages': { by: 'student', at: '/groups/{groups}/pages', body: sending({ wiki_page: { title: 'Old page' } }), id: pageOf },
  'courses outcome_groups': {
    at: '/courses/{courses}/outcome_groups/{courses outcome_groups}/subgroups',
    body: sending({ title: 'Old' }),
    gone: '/courses/{courses}/outcome_groups',
  },
  'accounts outcome_groups': {
    at: '/accounts/{accounts}/outcome_groups/{accounts outcome_groups}/subgroups',
    body: sending({ title: 'Old' }),
    gone: '/accounts/{accounts}/outcome_groups',
  },
  terms: { at: '/accounts/{root accounts}/terms', body: () => ({ enrollment_term: { name: unique('Old term') } }) },
  'global outcome_groups': {
    by: 'site',
    at: '/global/outcome_groups/{global outcome_groups}/subgroups',
    body: sending({ title: 'Old' }),
    gone: '/global/outcome_groups',
  },
  'global outcomes': {
    by: 'site',
    at: '/global/outcome_groups/{global outcome_groups}/outcomes',
    body: sending({ title: 'Old' }),
    id: (answer) => z.looseObject({ outcome: Id }).parse(answer).outcome.id,
  },
  'courses outcomes': {
    at: '/courses/{courses}/outcome_groups/{courses outcome_groups}/outcomes',
    body: sending({ title: 'Old' }),
    id: (answer) => z.looseObject({ outcome: Id }).parse(answer).outcome.id,
  },
  'accounts outcomes': {
    at: '/accounts/{accounts}/outcome_groups/{accounts outcome_groups}/outcomes',
    body: sending({ title: 'Old' }),
    id: (answer) => z.looseObject({ outcome: Id }).parse(answer).outcome.id,
  },
  'collections items': {
    by: 'student',
    at: '/collections/{collections}/items',
    body: sending({ link_url: 'http://example.com/old' }),
    gone: '/collections/items',
  },
  'collection_items entries': {
    by: 'student',
    at: '/collection_items/{collections items}/discussion_topics/self/entries',
    body: sending({ message: 'Words' }),
  },
  logins: {
    at: `/accounts/${ROOT_ACCOUNT}/logins`,
    body: ({ here }) => ({ user: { id: here.student.id }, login: { unique_id: unique('login') } }),
    gone: '/users/{users}/logins',
  },
};

/** Deleted with what is in them, and by whom; the others of the second pieces stay, and cannot be reached any longer. */
const PARENTS: readonly (readonly ['rootAdmin' | 'student', string, string])[] = [
  ['rootAdmin', 'rubric_associations', '/courses/{courses}/rubric_associations'],
  ['rootAdmin', 'rubrics', '/courses/{courses}/rubrics'],
  ['rootAdmin', 'assignments', '/courses/{courses}/assignments'],
  ['rootAdmin', 'quizzes', '/courses/{courses}/quizzes'],
  ['rootAdmin', 'discussion_topics', '/courses/{courses}/discussion_topics'],
  ['rootAdmin', 'modules', '/courses/{courses}/modules'],
  ['rootAdmin', 'custom_gradebook_columns', '/courses/{courses}/custom_gradebook_columns'],
  ['rootAdmin', 'folders', '/folders'],
  ['rootAdmin', 'groups', '/groups'],
  ['rootAdmin', 'group_categories', '/group_categories'],
  ['student', 'collections', '/collections'],
  ['student', 'tokens', '/users/{users}/tokens'],
  ['student', 'communication_channels', '/users/{users}/communication_channels'],
  ['student', 'planner overrides', '/planner/overrides'],
  ['student', 'planner_notes', '/planner_notes'],
  ['student', 'bookmarks', '/users/self/bookmarks'],
  ['student', 'conversations', '/conversations'],
  ['student', 'users folders', '/folders'],
  ['student', 'users files', '/files'],
  ['rootAdmin', 'calendar_events', '/calendar_events'],
];

const placed = (path: string, ids: Furniture): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_gone, kind: string) => {
    const id = ids[kind];
    if (id === undefined) throw new Error(`nothing is furnished as ${kind}`);
    return String(id);
  });

const deleted = (by: Client, path: string): Promise<unknown> =>
  made(by.delete(path, { force: true, event: 'delete', task: 'delete' }), z.unknown());

async function discard(kind: string, at: Making): Promise<number> {
  const { by, at: path, body, id: idFrom = idOf, gone = path }: Discard = DISCARDS[kind] ?? { at: kind };
  const { student, rootAdmin } = at.here;
  const client = by === 'site' ? at.server.admin : (by === 'student' ? student : rootAdmin).client;
  const id = idFrom(await made(client.post(placed(path, at.own), body?.(at)), z.unknown()));
  await deleted(client, `${placed(gone, at.own)}/${id}`);
  return id;
}

/** Made in other ways than by one request. */
async function discardMore({ own, here, server }: Making): Promise<Furniture> {
  const { rootAdmin, student, subAccountId } = here;
  const by = rootAdmin.client;
  const gone = await person(server);
  await enroll(server, here.course.id, gone.id, 'StudentEnrollment');
  await deleted(by, `/accounts/${ROOT_ACCOUNT}/users/${gone.id}`);
  const { id: courses } = await course(server, { account: subAccountId });
  const roles = { student: 'StudentEnrollment', teacher: 'TeacherEnrollment', observer: 'ObserverEnrollment' } as const;
  for (const role of ['student', 'teacher', 'observer'] as const) await enroll(server, courses, here[role].id, roles[role]);
  await deleted(by, `/courses/${courses}`);
  const { criteria } = await made(by.get(placed('/courses/{courses}/rubrics/{rubrics}', own)), Rubric);
  const assessed = { rubric_assessment: { user_id: here.student2.id, [`criterion_${criteria[0].id}`]: { points: 3 } } };
  const assessments = placed('/courses/{courses}/rubric_associations/{rubric_associations}/rubric_assessments', own);
  const { id: rubric_assessments } = await made(by.post(assessments, assessed), Id);
  await deleted(by, `${assessments}/${rubric_assessments}`);
  const files = (await upload(by, placed('/folders/{folders}/files', own), { name: 'old.txt' })).id;
  const groupFiles = (await upload(student.client, placed('/groups/{groups}/files', own), { name: 'old.txt' })).id;
  for (const id of [files, groupFiles]) await deleted(by, `/files/${id}`);
  const set = { grading_period_set: { title: 'Past' } };
  const sets = placed('/accounts/{accounts}/grading_period_sets', own);
  const { grading_period_set: past } = await made(by.post(sets, set), z.object({ grading_period_set: Id }));
  const periods = { grading_periods: [{ title: 'Spring', start_date: '2030-01-01', end_date: '2030-02-01' }] };
  const Periods = z.object({ grading_periods: z.array(Id) });
  const added = await made(by.patch(`/grading_period_sets/${past.id}/grading_periods/batch_update`, periods), Periods);
  const period = Math.max(...added.grading_periods.map(({ id }) => id));
  await deleted(by, placed(`/accounts/{accounts}/grading_periods/${period}`, own));
  await deleted(by, `${sets}/${past.id}`);
  const ofCourse = placed('/courses/{courses}/grading_periods', own);
  const kept = await made(by.get(ofCourse), z.object({ grading_periods: z.array(Id) }));
  const more = { grading_periods: [...kept.grading_periods.map(({ id }) => ({ id })), ...periods.grading_periods] };
  const both = await made(by.patch(`${ofCourse}/batch_update`, more), Periods);
  const grading_periods = Math.max(...both.grading_periods.map(({ id }) => id));
  await deleted(by, `${ofCourse}/${grading_periods}`);
  return {
    users: gone.id,
    courses,
    rubric_assessments,
    files,
    'groups files': groupFiles,
    grading_period_sets: past.id,
    'accounts grading_periods': period,
    grading_periods,
  };
}

/** What is deleted, by how it was. */
interface Discarded {
  /** By itself, while what it stands in is there. */
  alone: Furniture;
  /** With all that stood in it, which was not deleted itself. */
  gone: Furniture;
  /** With their course. */
  course: Furnished;
  /** With the student to whom they belonged. */
  student: Furnished;
}

export interface Attic extends Discarded {
  here: School;
  own: Furnished;
  /** Of the own rubric. */
  criterion: string;
}

/** A furnished school, and one of each that was there once. */
export async function attic(server: TestServer): Promise<Attic> {
  const here = await school(server);
  const { rootAdmin, subAccountId: accountId, teacher, student, sectionId } = here;
  const by = rootAdmin.client;
  const among = { by, accountId, rootAccountId: ROOT_ACCOUNT };
  const opened = { courseId: here.course.id, sectionId, teacher, student };
  const own = await furnish(server, { ...among, opened });
  const making = { own: own.ids, here, server };
  const alone: Record<string, number | string> = { ...(await discardMore(making)) };
  for (const kind of Object.keys(DISCARDS)) alone[kind] = await discard(kind, making);
  const gone = await furnishMore({ ...among, opened });
  for (const [who, kind, path] of PARENTS) await deleted(here[who].client, `${placed(path, own.ids)}/${gone[kind]}`);
  for (const [, kind] of PARENTS) alone[kind] ??= gone[kind] ?? 0;
  const ended = await furnish(server, among);
  await deleted(by, `/courses/${ended.ids['courses']}`);
  const left = await furnish(server, among);
  await deleted(by, `/accounts/${ROOT_ACCOUNT}/users/${left.student.id}`);
  const { criteria } = await made(by.get(placed('/courses/{courses}/rubrics/{rubrics}', own.ids)), Rubric);
  return { here, own, criterion: criteria[0].id, alone, gone, course: ended, student: left };
}
