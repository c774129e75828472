import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { upload } from '../../helpers/upload.ts';

const server = useServer();

let one: Person;
beforeEach(async () => {
  one = await person(server);
});

const OWN = '/users/self/files';

// files#31
describe('an upload under a name that is taken', () => {
  // The first character of some of these is half of what JavaScript counts as one.
  test.each([
    ['😀', '😀-1', '😀-2'],
    ['𝒳-rays', '𝒳-rays-1', '𝒳-rays-2'],
    ['.hidden', '.hidden-1', '.hidden-2'],
    ['notes', 'notes-1', 'notes-2'],
    ['😀.😀', '😀-1.😀', '😀-2.😀'],
  ])('is renamed where it is to be: %s', async (name, ...next) => {
    const names = [];
    for (const _ of [name, ...next]) names.push((await upload(one.client, OWN, { name, on_duplicate: 'rename' })).display_name);
    expect(names).toEqual([name, ...next]);
  });

  // files#4
  test.each(['locked', 'hidden'])('takes the place of a file that is %s, and is so as well', async (how) => {
    const at = await school(server);
    const { teacher, student } = at;
    const path = `/courses/${at.course.id}/files`;
    const before = await upload(teacher.client, path, { name: 'solutions.txt' });
    await teacher.client.put(`/files/${before.id}`, { [how]: true }).expect(200);
    const after = await upload(teacher.client, path, { name: 'solutions.txt' });
    expect(after).toMatchObject({ locked: how === 'locked', hidden: how === 'hidden' });
    await student.client.get(`/files/${after.id}`).expect(404);
    const other = await upload(teacher.client, path, { name: 'other.txt' });
    const copy = { source_file_id: other.id, on_duplicate: 'overwrite' };
    const place = await teacher.client.post(`/courses/${at.course.id}/folders`, { name: how, locked: false }).expect(200);
    await teacher.client.put(`/files/${after.id}`, { name: 'other.txt', parent_folder_id: place.body.id }).expect(200);
    const copied = (await teacher.client.post(`/folders/${place.body.id}/copy_file`, copy).expect(200)).body;
    await student.client.get(`/files/${copied.id}`).expect(404);
    // Beside it, it is a file like any other.
    const beside = await upload(teacher.client, path, { name: 'solutions.txt', on_duplicate: 'rename' });
    await student.client.get(`/files/${beside.id}`).expect(200);
  });
});
