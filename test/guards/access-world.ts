import { z } from 'zod';
import { outcome, outcomeGroup } from '../helpers/outcomes.ts';
import { made, person, ROOT_ACCOUNT, school, unique } from '../helpers/school.ts';
import type { TestServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';
import type { World } from './expected-access.ts';

const Made = z.object({ id: z.int() });

export const newSet = async ({ at }: Pick<World, 'at'>): Promise<number> =>
  (await made(at.rootAdmin.client.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }), Made)).id;
export const newGroup = async ({ at }: Pick<World, 'at'>, setId: number): Promise<number> =>
  (await made(at.rootAdmin.client.post(`/group_categories/${setId}/groups`, { name: unique('Group') }), Made)).id;
export const newFile = ({ at }: Pick<World, 'at'>) => upload(at.student.client, '/users/self/files', { on_duplicate: 'rename' });
export const newCollection = async ({ at }: Pick<World, 'at'>): Promise<number> =>
  (await made(at.student.client.post('/users/self/collections', { name: 'Links', visibility: 'public' }), Made)).id;
export const newItem = async ({ at }: Pick<World, 'at'>, collectionId: number): Promise<number> =>
  (await made(at.student.client.post(`/collections/${collectionId}/items`, { link_url: 'https://example.com' }), Made)).id;

/** Begun by the student, of a quiz without questions. */
async function newAttempt({ at }: Pick<World, 'at'>): Promise<number> {
  const path = `/courses/${at.course.id}/quizzes`;
  const { id } = await made(at.rootAdmin.client.post(path, { quiz: { published: true } }), Made);
  const answer = z.object({ quiz_submissions: z.tuple([Made]) });
  return (await made(at.student.client.post(`${path}/${id}/submissions`), answer)).quiz_submissions[0].id;
}

/** A school, and one of each thing that the table of who may what asks for. */
export async function accessWorld(server: TestServer): Promise<World> {
  const at = await school(server);
  const setId = await newSet({ at });
  const groupId = await newGroup({ at }, setId);
  const { id: assignmentId } = await made(server.admin.post(`/courses/${at.course.id}/assignments`, { assignment: {} }), Made);
  await server.admin.post(`/groups/${groupId}/memberships`, { user_id: at.student.id }).expect(200);
  const attemptId = await newAttempt({ at });
  const collectionId = await newCollection({ at });
  const itemId = await newItem({ at }, collectionId);
  const gone = await person(server);
  await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${gone.id}`).expect(200);
  const { stranger, student, observer, designer, ta, teacher, subAdmin, rootAdmin, foreignAdmin } = at;
  const people = { stranger, student, observer, designer, ta, teacher, subAdmin, rootAdmin, foreignAdmin };
  const clients = { ...Object.fromEntries(Object.entries(people).map(([name, one]) => [name, one.client])) } as Omit<
    World['clients'],
    'no token' | 'deleted user'
  >;
  const { id: fileId, folder_id: folderId } = await newFile({ at });
  const outcomeGroups = {
    Site: (await outcomeGroup(server, '/global')).id,
    Account: (await outcomeGroup(server, `/accounts/${at.subAccountId}`)).id,
    Course: (await outcomeGroup(server, `/courses/${at.course.id}`)).id,
  };
  return {
    at,
    setId,
    groupId,
    assignmentId,
    attemptId,
    fileId,
    folderId,
    collectionId,
    itemId,
    outcomeGroups,
    outcomeId: await outcome(server, `/courses/${at.course.id}`, outcomeGroups.Course),
    clients: { ...clients, 'no token': server.anonymous, 'deleted user': gone.client },
  };
}
