import { z } from 'zod';
import { outcome, outcomeGroup } from '../helpers/outcomes.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, school, unique } from '../helpers/school.ts';
import type { Client, TestServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';
import type { Asker } from './shared.ts';

const Id = z.looseObject({ id: z.int() });
const ONLINE = { submission_types: ['online_upload'], points_possible: 5, peer_reviews: true };

export interface SharedWorld {
  clients: Record<Asker, Client>;
  /** The ids of things, by the words that stand in braces in the table. */
  ids: Readonly<Record<string, number>>;
}

/** Two courses of one account, what stands in both of them or belongs to both, and what people let others see of theirs. */
export async function sharedWorld(server: TestServer): Promise<SharedWorld> {
  const here = await school(server);
  const { teacher, student, student2, observer, subAdmin, rootAdmin, stranger, foreignAdmin, subAccountId } = here;
  const by = rootAdmin.client;
  const post = async (path: string, body: Parameters<Client['post']>[1], as: Client = by) => (await made(as.post(path, body), Id)).id;
  const a = `/courses/${here.course.id}`;
  const { id: second } = await course(server, { account: subAccountId });
  const b = `/courses/${second}`;
  const joined = async (courseId: number, type: 'TeacherEnrollment' | 'StudentEnrollment', extra = {}): Promise<Person> => {
    const one = await person(server);
    await enroll(server, courseId, one.id, type, extra);
    return one;
  };
  const otherTeacher = await joined(second, 'TeacherEnrollment');
  const otherStudent = await joined(second, 'StudentEnrollment');
  const both = await joined(here.course.id, 'StudentEnrollment');
  await enroll(server, second, both.id, 'StudentEnrollment');
  const dean = await person(server);
  const beside = await post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Beside' } });
  await appoint(server, beside, dean.id);

  // A section of the second course, with a student of its own, taught in the first.
  const section = await post(`${b}/sections`, { course_section: { name: 'Lent' } });
  const lent = await joined(second, 'StudentEnrollment', { course_section_id: section });
  await by.post(`/sections/${section}/crosslist/${here.course.id}`).expect(200);

  const work = await post(`${a}/assignments`, { assignment: ONLINE });
  const otherWork = await post(`${b}/assignments`, { assignment: ONLINE });
  const turnIn = async (path: string, who: Person) => {
    const { id } = await upload(who.client, `${path}/submissions/self/files`, { name: 'work.txt' });
    const submission = { submission_type: 'online_upload', file_ids: [id] };
    await who.client.post(`${path}/submissions`, { submission }).expect(201);
    return id;
  };
  const turnedIn = await turnIn(`${a}/assignments/${work}`, student);
  await turnIn(`${a}/assignments/${work}`, both);
  await turnIn(`${b}/assignments/${otherWork}`, both);

  const set = await post(`${a}/group_categories`, { name: 'Projects' });
  const group = await post(`/group_categories/${set}/groups`, { name: 'Project' });
  await by.post(`/groups/${group}/memberships`, { user_id: student.id }).expect(200);
  const groupTopic = await post(`/groups/${group}/discussion_topics`, { title: 'Talk' }, student.client);
  const groupFile = (await upload(student.client, `/groups/${group}/files`, { name: 'plan.txt' })).id;
  const event = { context_code: `group_${group}`, title: 'Meeting', start_at: '2040-01-01T10:00:00Z' };
  const groupEvent = await post('/calendar_events', { calendar_event: event }, student.client);
  const community = await post('/groups', { name: 'Chess' }, student.client);
  const open = await post('/groups', { name: 'Choir', is_public: true, join_level: 'parent_context_auto_join' }, student.client);

  const ofAccount = await outcomeGroup(server, `/accounts/${subAccountId}`);
  const linked = await outcome(server, `/accounts/${subAccountId}`, ofAccount.id);
  const ofCourse = await outcomeGroup(server, a);
  await by.put(`${a}/outcome_groups/${ofCourse.id}/outcomes/${linked}`).expect(200);
  const ofSite = await outcome(server, '/global', (await outcomeGroup(server, '/global')).id);
  const letters = { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] };
  const standard = await post(`/accounts/${subAccountId}/grading_standards`, letters);

  const folder = { parent_folder_path: 'conversation attachments' };
  const sentFile = (await upload(student.client, '/users/self/files', { name: 'sent.txt', ...folder })).id;
  const message = { recipients: [teacher.id], body: 'Look', attachment_ids: [sentFile] };
  const [talk] = await made(student.client.post('/conversations', message), z.tuple([Id]));
  const privateFile = (await upload(student.client, '/users/self/files', { name: 'private.txt' })).id;
  const collection = await post('/users/self/collections', { name: 'Finds', visibility: 'public' }, student.client);
  const hoard = await post('/users/self/collections', { name: 'Hoard', visibility: 'private' }, student.client);
  const item = await post(`/collections/${collection}/items`, { link_url: 'http://example.com/' }, student.client);

  const { id: published } = await course(server, { account: subAccountId, extra: { is_public: true } });
  const openWork = await post(`/courses/${published}/assignments`, { assignment: { name: unique('Essay') } });
  const openTopic = await post(`/courses/${published}/discussion_topics`, { title: 'Open' });
  await by.post(`${a}/assignments/${work}/submissions/${both.id}/peer_reviews`, { user_id: student2.id }).expect(200);

  return {
    clients: {
      student: student.client,
      'another student': student2.client,
      'observer of the student': observer.client,
      teacher: teacher.client,
      'student of the lent section': lent.client,
      'student of the other course': otherStudent.client,
      'teacher of the other course': otherTeacher.client,
      'admin of the account': subAdmin.client,
      'admin of an account beside': dean.client,
      'admin of the root account': rootAdmin.client,
      stranger: stranger.client,
      'admin elsewhere': foreignAdmin.client,
    },
    ids: {
      course: here.course.id,
      other: second,
      section,
      student: student.id,
      'another student': student2.id,
      both: both.id,
      work,
      otherWork,
      turnedIn,
      group,
      groupTopic,
      groupFile,
      groupEvent,
      community,
      open,
      linked,
      ofSite,
      links: ofCourse.id,
      standard,
      sentFile,
      privateFile,
      talk: talk.id,
      collection,
      hoard,
      item,
      published,
      openWork,
      openTopic,
      account: subAccountId,
    },
  };
}
