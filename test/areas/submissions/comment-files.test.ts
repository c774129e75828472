import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed } from '../../helpers/assignments.ts';
import { groupOfEach } from '../../helpers/discussions.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { made, type Person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { show, submissionsOf, task } from '../../helpers/submissions.ts';
import { open, upload } from '../../helpers/upload.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const into = (id: number) => `${submissionsOf(at.course.id, id, at.student.id)}/comments/files`;
const send = (id: number, by: Person, name = 'note.txt') => upload(by.client, into(id), { name }, { content: name, name });
const comment = (id: number, by: Person, sent: Record<string, string | boolean | number[]>) =>
  by.client.put(submissionsOf(at.course.id, id, at.student.id), { comment: sent });
const said = async (id: number, by: Person = at.student, who = at.student) =>
  (await show(at.course.id, id, who.id, by.client, ['submission_comments'])).submission_comments ?? [];
const names = (one: { attachments?: { display_name: string }[] | undefined } | undefined) =>
  one?.attachments?.map((file) => file.display_name);

// submissions#89
describe('a file of a comment', () => {
  test('is uploaded by who may comment, into their own files, and counts against no quota', async () => {
    const id = await task(server, at.course.id);
    const used = async () => (await at.teacher.client.get('/users/self/files/quota')).body.quota_used;
    const before = await used();
    for (const by of [at.student, at.teacher, at.ta]) {
      const file = await send(id, by, `${by.id}.txt`);
      expect((await by.client.get(`/folders/${file.folder_id}`)).body).toMatchObject({ context_type: 'User', context_id: by.id });
    }
    expect(await used()).toBe(before);
    for (const by of [at.student2, at.observer, at.designer])
      expect(await by.client.post(into(id), { name: 'a.txt' })).toMatchObject({ status: 401, body: NOT_PERMITTED });
    const section = `/sections/${at.sectionId}/assignments/${id}/submissions/self/comments/files`;
    await upload(at.student.client, section, { name: 'sec.txt' });
  });

  test('stands with the comment, in the order that was sent, without words too', async () => {
    const id = await task(server, at.course.id);
    const [one, two] = [await send(id, at.teacher, 'one.txt'), await send(id, at.teacher, 'two.txt')];
    const { body } = await comment(id, at.teacher, { file_ids: [two.id, one.id, two.id] }).expect(200);
    expect(body.submission_comments).toMatchObject([{ comment: '' }]);
    await comment(id, at.student, { text_comment: 'thanks' }).expect(200);
    const [first, second] = await said(id);
    expect(names(first)).toEqual(['two.txt', 'one.txt']);
    expect(second).not.toHaveProperty('attachments');
    expect((await open(first?.attachments?.[0]?.url ?? '').expect(200)).text).toBe('two.txt');
  });

  test('stays when an upload takes its place, and is gone when it is deleted', async () => {
    const id = await task(server, at.course.id);
    const file = await send(id, at.teacher);
    await comment(id, at.teacher, { file_ids: [file.id] }).expect(200);
    await send(id, at.teacher);
    expect(names((await said(id))[0])).toEqual(['note.txt']);
    await at.teacher.client.delete(`/files/${file.id}`).expect(200);
    expect((await said(id))[0]).not.toHaveProperty('attachments');
  });

  test('is an own one, or nothing is kept', async () => {
    const id = await task(server, at.course.id);
    const foreign = await send(id, at.ta);
    const gone = await send(id, at.teacher);
    await at.teacher.client.delete(`/files/${gone.id}`).expect(200);
    const own = await send(id, at.teacher, 'own.txt');
    for (const wrong of [foreign.id, gone.id, 999_999])
      expect(await comment(id, at.teacher, { text_comment: 'so', file_ids: [own.id, wrong] })).toMatchObject(blamed('file_ids'));
    const many = Array.from({ length: 101 }, (_, i) => i + 1);
    expect(await comment(id, at.teacher, { text_comment: 'so', file_ids: many })).toMatchObject(blamed('file_ids'));
    expect(await said(id)).toEqual([]);
  });

  test('goes to each of a group', async () => {
    const set = await groupOfEach(at.teacher.client, at.course.id, [at.student]);
    const [group] = await made(at.teacher.client.get(`/group_categories/${set}/groups`), z.array(z.object({ id: z.int() })));
    await at.teacher.client.post(`/groups/${group?.id}/memberships`, { user_id: at.student2.id }).expect(200);
    const id = await task(server, at.course.id, { group_category_id: set });
    const file = await send(id, at.teacher);
    await comment(id, at.teacher, { text_comment: 'all', group_comment: true, file_ids: [file.id] }).expect(200);
    expect(names((await said(id, at.student2, at.student2))[0])).toEqual(['note.txt']);
  });
});

// submissions#90
test('the address of a comment’s file is signed; without that it is its author’s', async () => {
  const id = await task(server, at.course.id);
  const file = await send(id, at.teacher);
  await comment(id, at.teacher, { file_ids: [file.id] }).expect(200);
  const url = (await said(id))[0]?.attachments?.[0]?.url ?? '';
  expect(url).toContain('signature=');
  await open(url).expect(200);
  await at.student.client.get(`/files/${file.id}`).expect(404);
  await at.teacher.client.get(`/files/${file.id}`).expect(200);
});
