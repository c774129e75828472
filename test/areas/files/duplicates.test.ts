import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, person } from '../../helpers/school.ts';
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
});
