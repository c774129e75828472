import supertest from 'supertest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { File } from '../../../src/areas/files/schemas.ts';
import { assignment } from '../../helpers/assignments.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { addedKeys, begin, open, sent } from '../../helpers/upload.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

let at: School;
let one: Person;
beforeAll(async () => {
  at = await school(server);
});
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);

/** Somebody who may put files somewhere, for as long as nobody ends that. */
interface Right {
  path: string;
  end(): Promise<unknown>;
}

async function asTeacher(): Promise<Right> {
  const { id } = await enroll(server, at.course.id, one.id, 'TeacherEnrollment');
  const end = () => server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'conclude' }).expect(200);
  return { path: `/courses/${at.course.id}/files`, end };
}

async function asMember(): Promise<Right> {
  const group = await made(server.admin.post('/groups', { name: 'Readers' }), Made);
  const { id } = await made(server.admin.post(`/groups/${group.id}/memberships`, { user_id: one.id }), Made);
  await one.client.put(`/groups/${group.id}/memberships/${id}`, { workflow_state: 'accepted' });
  return { path: `/groups/${group.id}/files`, end: () => server.admin.delete(`/groups/${group.id}/memberships/${id}`).expect(200) };
}

async function asAdministrator(): Promise<Right> {
  await server.admin.post(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: one.id }).expect(200);
  const end = () => server.admin.delete(`/accounts/${ROOT_ACCOUNT}/admins/${one.id}`).expect(200);
  return { path: `/users/${at.student.id}/files`, end };
}

// files#30, access#25
describe('the third step of an upload', () => {
  const rights = { asTeacher, asMember, asAdministrator } as const;
  test.each(Object.entries(rights))('makes a file by the right that there is then: %s', async (_who, right) => {
    const { path, end } = await right();
    const addresses = [];
    for (const name of ['first.txt', 'last.txt']) addresses.push(await sent(await begin(one.client, path, { name })));
    const [first = '', last = ''] = addresses;
    expect((await open(first)).status).toBe(200);
    await end();
    const kept = await added();
    expect((await open(last)).status).toBe(404);
    // What was brought is not kept; what is there stays, and is answered again.
    expect(await added()).toHaveLength(kept.length - 1);
    expect((await open(first)).status).toBe(200);
  });

  // files#28, conventions#4
  test('changes nothing where it is a HEAD', async () => {
    const { path, end } = await asTeacher();
    const addresses = [await sent(await begin(one.client, path, { name: 'seen.txt' })), await sent(await begin(one.client, path))];
    const [first = '', last = ''] = addresses;
    const head = async (address: string) => (await supertest(address).head('')).status;
    const found = async () => (await made(one.client.get(path, { search_term: 'seen' }), z.array(File))).length;
    expect([await head(first), await found()]).toEqual([200, 0]);
    expect((await open(first)).status).toBe(200);
    expect([await head(first), await found()]).toEqual([200, 1]);
    await end();
    const kept = await added();
    // It does not take away what it is refused, either.
    expect(await head(last)).toBe(404);
    expect(await added()).toEqual(kept);
  });

  // submissions#25
  test('makes what whoever grades in a course brings for a student, also an administrator of its account alone', async () => {
    const department = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Department') } }));
    const { id: courseId } = await course(server, { account: department.id });
    await enroll(server, courseId, at.student.id, 'StudentEnrollment');
    await server.admin.post(`/accounts/${department.id}/admins`, { user_id: one.id }).expect(200);
    const { id } = await assignment(server, courseId, { submission_types: ['online_upload'], published: true });
    const path = `/courses/${courseId}/assignments/${id}/submissions/${at.student.id}/files`;
    expect((await open(await sent(await begin(one.client, path, { name: 'marked.txt' })))).status).toBe(200);
  });
});
