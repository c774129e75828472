import { expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import { itemIn, moduleIn } from '../../helpers/modules.ts';
import { school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { upload } from '../../helpers/upload.ts';

const server = useServer();

// modules#21 files#31
test('a file whose place another takes leaves its items to that one', async () => {
  const at = await school(server);
  const { teacher, student, student2 } = at;
  const path = `/courses/${at.course.id}/files`;
  const first = await upload(teacher.client, path, { name: 'slides.txt' });
  const asked = { type: 'File', content_id: first.id, completion_requirement: { type: 'must_view' } };
  const [open, later] = [await moduleIn(at), await moduleIn(at, { unlock_at: '2100-01-01T00:00:00Z' })];
  const shown = await itemIn(at, open, asked);
  await student.client.get(`/files/${first.id}`).expect(200);

  const second = await upload(teacher.client, path, { name: 'slides.txt' });
  const itemOf = async (client: typeof student.client) => (await client.get(`/courses/${at.course.id}/modules/${open}/items`)).body;
  expect(await itemOf(student.client)).toMatchObject([
    { id: shown, content_id: second.id, title: 'slides.txt', completion_requirement: { type: 'must_view', completed: true } },
  ]);
  expect(await itemOf(student2.client)).toMatchObject([{ id: shown, completion_requirement: { completed: false } }]);

  // What a module holds back it holds back of the new version, too, also of a copy that takes its place.
  const held = await upload(teacher.client, path, { name: 'answers.txt' });
  await itemIn(at, later, { type: 'File', content_id: held.id });
  const version = await upload(teacher.client, path, { name: 'answers.txt' });
  const copy = { source_file_id: version.id, on_duplicate: 'overwrite' };
  const copied = (await teacher.client.post(`/folders/${version.folder_id}/copy_file`, copy).expect(200)).body;
  expect((await student.client.get(`/files/${copied.id}`).expect(200)).body).toMatchObject({ locked_for_user: true, url: '' });
});

// files#31, modules#26
test('an item is held after its file is, as by an upload that takes the place of that', async () => {
  const at = await school(server);
  const { id: file } = await upload(at.teacher.client, `/courses/${at.course.id}/files`, { name: 'a.txt' });
  const week = await moduleIn(at);
  const item = await itemIn(at, week, { type: 'File', content_id: file });
  const isFree = () =>
    server.database.pool.query('select from module_items where id = $1 for update nowait', [item]).then(
      () => 'free',
      () => 'held',
    );
  const sent = { module_item: { title: 'Read', published: false } };
  const change = async () => (await at.teacher.client.put(`/courses/${at.course.id}/modules/${week}/items/${item}`, sent)).status;
  const met = await atOnce<number | string>(server, `select from attachments where id = ${file} for update`, [change, isFree]);
  expect(met).toEqual([200, 'free']);
});

// files#31, modules#26
test('an item of a file whose place another is just taking is changed with that one, and none is made of what goes', async () => {
  const at = await school(server);
  const { client } = at.teacher;
  const files = `/courses/${at.course.id}/files`;
  const { id: file } = await upload(client, files, { name: 'a.txt' });
  const week = await moduleIn(at);
  const items = `/courses/${at.course.id}/modules/${week}/items`;
  const item = await itemIn(at, week, { type: 'File', content_id: file });
  const replace = async () => (await upload(client, files, { name: 'a.txt' })).id;
  const change = async () => (await client.put(`${items}/${item}`, { module_item: { published: false } })).status;
  const make = async () => (await client.post(items, { module_item: { type: 'File', content_id: file } })).status;
  const [other, ...statuses] = await atOnce(server, `select from attachments where id = ${file} for update`, [replace, change, make]);
  expect(statuses).toEqual([200, 400]);
  expect((await client.get(items)).body).toMatchObject([{ id: item, content_id: other, published: false }]);
});
