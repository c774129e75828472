import supertest from 'supertest';
import { expect, test } from 'vitest';
import { findFile } from '../../../src/areas/files/files.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { begin, open, sent, upload } from '../../helpers/upload.ts';

const server = useServer();

/** The address of a file as people write it in pages, opened with a token. */
const opened = (url: string, token: string) =>
  supertest(url.slice(0, url.indexOf('?')))
    .get('')
    .set('authorization', `Bearer ${token}`);

// files#57
test('the ids of files that were replaced lead to what stands in their place', async () => {
  const { teacher, student, course } = await school(server);
  const path = `/courses/${course.id}/files`;
  const [first, second, third] = [
    await upload(teacher.client, path, { name: 'syllabus.txt' }, { content: 'first' }),
    await upload(teacher.client, path, { name: 'syllabus.txt' }, { content: 'second' }),
    await upload(teacher.client, path, { name: 'syllabus.txt' }, { content: 'third' }),
  ];
  for (const { client, token } of [teacher, student])
    for (const former of [first, second]) {
      expect((await client.get(`/files/${former.id}`).expect(200)).body).toMatchObject({ id: third.id, display_name: 'syllabus.txt' });
      expect((await client.get(`${path}/${former.id}`).expect(200)).body.id).toBe(third.id);
      const { public_url: address } = (await client.get(`/files/${former.id}/public_url`).expect(200)).body;
      expect((await open(address).expect(200)).text).toBe('third');
      expect((await opened(former.url, token).expect(200)).text).toBe('third');
      // The signed one is of the former file alone.
      await open(former.url).expect(404);
      expect((await supertest(former.url).get('').set('authorization', `Bearer ${token}`).expect(200)).text).toBe('third');
    }
  // Wherever it goes, and whatever it is called.
  const folder = (await teacher.client.post(`/courses/${course.id}/folders`, { name: 'Week 1' }).expect(200)).body;
  await teacher.client.put(`/files/${third.id}`, { name: 'course.txt', parent_folder_id: folder.id }).expect(200);
  expect((await student.client.get(`/files/${first.id}`).expect(200)).body.display_name).toBe('course.txt');
  const own = (await student.client.get('/users/self/folders/root').expect(200)).body.id;
  const taken = (await student.client.post(`/folders/${own}/copy_file`, { source_file_id: first.id }).expect(200)).body;
  expect((await open(taken.url).expect(200)).text).toBe('third');
  // A copy takes its place as an upload does.
  const other = await upload(teacher.client, path, { name: 'course.txt' }, { content: 'copied' });
  const copy = { source_file_id: other.id, on_duplicate: 'overwrite' };
  const copied = (await teacher.client.post(`/folders/${folder.id}/copy_file`, copy).expect(200)).body;
  for (const former of [first, second, third]) expect((await opened(former.url, student.token).expect(200)).text).toBe('copied');
  await teacher.client.put(`/files/${copied.id}`, { locked: true }).expect(200);
  await student.client.get(`/files/${first.id}`).expect(404);
  await opened(first.url, student.token).expect(404);
  await teacher.client.delete(`/files/${copied.id}`).expect(200);
  for (const former of [first, second, third]) await teacher.client.get(`/files/${former.id}`).expect(404);
});

// files#57
test('a file that is replaced while it is asked for is the new one, and none where it is changed', async () => {
  const { teacher, course } = await school(server);
  const path = `/courses/${course.id}/files`;
  const first = await upload(teacher.client, path, { name: 'plan.txt' });
  const other = await upload(teacher.client, path, { name: 'plan.txt', parent_folder_path: 'drafts' });
  const copy = { source_file_id: other.id, on_duplicate: 'overwrite' };
  const tree = `select 1 from folders where course_id = ${course.id} for update`;
  const replace = async () => (await teacher.client.post(`/folders/${first.folder_id}/copy_file`, copy)).body.id;
  const change = async () => (await teacher.client.put(`/files/${first.id}`, { name: 'other.txt' })).status;
  const remove = async () => (await teacher.client.delete(`/files/${first.id}`)).status;
  const [second, ...statuses] = await atOnce(server, tree, [replace, change, remove]);
  expect(statuses).toEqual([404, 404]);
  // As after access was found by the id that it had.
  expect(await findFile(server.database, first.id)).toMatchObject({ id: second, displayName: 'plan.txt' });
});

// files#57
test('the last step of an upload that was replaced, taken once more, shows nobody what others have put in its place', async () => {
  const { teacher, course } = await school(server);
  const path = `/courses/${course.id}/files`;
  const confirmation = await sent(await begin(teacher.client, path, { name: 'once.txt' }));
  await open(confirmation).expect(200);
  await open(confirmation).expect(200);
  await upload(server.admin, path, { name: 'once.txt' });
  await open(confirmation).expect(404);
});

// files#57
test('by its former id a file is neither changed nor deleted, nor read by more people or below another owner', async () => {
  const { teacher, student, course } = await school(server);
  const [stranger, elsewhere] = [await person(server), await school(server)];
  const path = `/courses/${course.id}/files`;
  const first = await upload(teacher.client, path, { name: 'notes.txt' });
  const second = await upload(teacher.client, path, { name: 'notes.txt' });
  await teacher.client.put(`/files/${first.id}`, { name: 'changed.txt' }).expect(404);
  await teacher.client.delete(`/files/${first.id}`).expect(404);
  await student.client.delete(`/files/${first.id}`).expect(401);
  for (const { client } of [stranger, elsewhere.teacher]) await client.get(`/files/${first.id}`).expect(404);
  await elsewhere.teacher.client.get(`/courses/${elsewhere.course.id}/files/${first.id}`).expect(404);
  expect((await student.client.get(`/files/${second.id}`).expect(200)).body.display_name).toBe('notes.txt');
});

// files#57 files#31
test('what something carries is still read under its own id', async () => {
  const { teacher, student, course } = await school(server);
  const topic = (await teacher.client.post(`/courses/${course.id}/discussion_topics`, { title: 'Poems' }).expect(200)).body;
  const said = await student.client
    .post(`/courses/${course.id}/discussion_topics/${topic.id}/entries`)
    .field('message', 'Mine')
    .attach('attachment', Buffer.from('mine'), 'poem.txt')
    .expect(201);
  const { url } = said.body.attachment;
  const id = Number(/\/files\/(\d+)\//.exec(url)?.[1]);
  const place = (await student.client.get(`/files/${id}`).expect(200)).body.folder_id;
  await upload(student.client, `/folders/${place}/files`, { name: 'poem.txt' }, { content: 'another' });
  expect((await teacher.client.get(`/files/${id}`).expect(200)).body.id).toBe(id);
  expect((await opened(url, teacher.token).expect(200)).text).toBe('mine');
});

// files#57 files#31
test('what is replaced while something carries it leads nobody on, and what it has replaced itself leads past it', async () => {
  const { teacher, student, course } = await school(server);
  const put = (content: string) => upload(student.client, '/users/self/files', { name: 'essay.txt' }, { content });
  const [first, second] = [await put('first'), await put('second')];
  const path = `/courses/${course.id}/assignments`;
  const essay = { assignment: { name: 'Essay', submission_types: ['online_upload'], published: true } };
  const { id } = (await teacher.client.post(path, essay).expect(201)).body;
  const submission = { submission_type: 'online_upload', file_ids: [second.id] };
  await student.client.post(`${path}/${id}/submissions`, { submission }).expect(201);
  const third = await put('third');
  for (const at of ['/files', '/users/self/files'])
    expect((await student.client.get(`${at}/${first.id}`).expect(200)).body.id).toBe(third.id);
  expect((await opened(first.url, student.token).expect(200)).text).toBe('third');
  await teacher.client.get(`/files/${first.id}`).expect(404);
  for (const { client } of [student, teacher]) expect((await client.get(`/files/${second.id}`).expect(200)).body.id).toBe(second.id);
});
