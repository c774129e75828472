import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { File, Folder, Quota } from '../../../src/areas/files/schemas.ts';
import { work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { open, upload } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self/files';
const MB = 2 ** 20;

const list = (client: Client, path: string, query = {}) => made(client.get(path, { per_page: 100, ...query }), z.array(File));
const names = async (client: Client, path: string) => (await list(client, path)).map((file) => file.display_name);
const quota = (client: Client, path: string) => made(client.get(path), Quota);

let one: Person;
beforeEach(async () => {
  one = await person(server);
});

describe('the files of a user', () => {
  // files#7
  test('are listed by name, of all folders or of one, page by page', async () => {
    for (const name of ['b.txt', 'A.txt', 'é.txt', 'c.txt']) await upload(one.client, OWN, { name });
    const elsewhere = await upload(one.client, OWN, { name: 'Z.txt', parent_folder_path: 'elsewhere' });
    expect(await names(one.client, OWN)).toEqual(['A.txt', 'b.txt', 'c.txt', 'é.txt', 'Z.txt']);
    expect(await names(one.client, `/folders/${elsewhere.folder_id}/files`)).toEqual(['Z.txt']);
    const first = await one.client.get(OWN, { per_page: 2 });
    expect(first.body.map((file: { display_name: string }) => file.display_name)).toEqual(['A.txt', 'b.txt']);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    expect(await names(one.client, next.slice(`${server.url}/api/v1`.length))).toEqual(['c.txt', 'é.txt', 'Z.txt']);
  });

  // files#7
  test('are there one by one, also below their owner', async () => {
    const file = await upload(one.client, OWN);
    for (const path of [`/files/${file.id}`, `/users/self/files/${file.id}`, `/users/${one.id}/files/${file.id}`])
      expect((await made(one.client.get(path), File)).id).toBe(file.id);
    const other = await person(server);
    expect((await other.client.get(`/users/self/files/${file.id}`)).status).toBe(404);
    expect((await one.client.get('/files/999999999')).status).toBe(404);
  });

  // files#10
  test('keep their id, address and first name when they are renamed and moved', async () => {
    const file = await upload(one.client, OWN, { name: 'old.txt' });
    const target = await made(one.client.post('/users/self/folders', { name: 'Target' }), Folder);
    const changed = await made(one.client.put(`/files/${file.id}`, { name: 'new.txt', parent_folder_id: target.id }), File);
    expect(changed).toMatchObject({ id: file.id, display_name: 'new.txt', filename: 'old.txt', folder_id: target.id, size: 5 });
    expect(await names(one.client, `/folders/${file.folder_id}/files`)).toEqual([]);
    expect(await names(one.client, `/folders/${target.id}/files`)).toEqual(['new.txt']);
    expect((await open(file.url)).text).toBe('hello');
    // What is not sent stays.
    expect(await made(one.client.put(`/files/${file.id}`), File)).toMatchObject({ display_name: 'new.txt', folder_id: target.id });
  });

  // files#11, files#12
  test('take no path as a name, no name that is taken, and go to no folder of another', async () => {
    const [a, b] = [
      await upload(one.client, OWN, { name: 'a.txt' }),
      await upload(one.client, OWN, { name: 'b.txt', parent_folder_path: 'b' }),
    ];
    const other = await person(server);
    const theirs = await upload(other.client, OWN);
    const refused = async (body: Parameters<Client['put']>[1], field: string, type: string) => {
      const response = await one.client.put(`/files/${a.id}`, body);
      expect([response.status, response.body.errors[field]?.[0]?.type]).toEqual([400, type]);
    };
    await refused({ name: '../x' }, 'name', 'invalid');
    await refused({ name: 'x/y' }, 'name', 'invalid');
    await refused({ name: 'b.txt', parent_folder_id: b.folder_id }, 'name', 'taken');
    await refused({ locked: 'perhaps' }, 'locked', 'invalid');
    expect((await one.client.put(`/files/${a.id}`, { parent_folder_id: theirs.folder_id })).status).toBe(404);
    expect((await made(one.client.get(`/files/${a.id}`), File)).display_name).toBe('a.txt');
    // Two that want one name at once: one has it.
    const [c, d] = [await upload(one.client, OWN, { name: 'c' }), await upload(one.client, OWN, { name: 'd' })];
    const statuses = (await Promise.all([c, d].map(({ id }) => one.client.put(`/files/${id}`, { name: 'e' })))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });

  // files#13
  test('are gone when they are deleted, for good', async () => {
    const before = await server.stored();
    const file = await upload(one.client, OWN);
    expect((await made(one.client.delete(`/files/${file.id}`), File)).id).toBe(file.id);
    for (const gone of [one.client.get(`/files/${file.id}`), one.client.delete(`/files/${file.id}`), one.client.put(`/files/${file.id}`)])
      expect((await gone).status).toBe(404);
    expect(await names(one.client, OWN)).toEqual([]);
    expect((await quota(one.client, `${OWN}/quota`)).quota_used).toBe(0);
    await work(server);
    expect(await server.stored()).toEqual(before);
    // The name is free.
    await upload(one.client, OWN);
  });
});

describe('who sees and changes files', () => {
  let here: School;
  let groupId: number;
  beforeAll(async () => {
    here = await school(server);
    const { id: set } = await made(server.admin.post(`/courses/${here.course.id}/group_categories`, { name: unique('Set') }));
    groupId = (await made(server.admin.post(`/group_categories/${set}/groups`, { name: unique('Group') }))).id;
    await server.admin.post(`/groups/${groupId}/memberships`, { user_id: here.student.id }).expect(200);
  });

  /** What the calls answer: to see the file, to list its folder, to change it. */
  const statuses = async (who: Person, file: z.infer<typeof File>) => [
    (await who.client.get(`/files/${file.id}`)).status,
    (await who.client.get(`/folders/${file.folder_id}/files`)).status,
    (await who.client.put(`/files/${file.id}`, { name: file.display_name })).status,
  ];
  const ALL = [200, 200, 200];
  const SEE = [200, 200, 401];
  const NONE = [404, 404, 404];
  /** The folder is open, the file is not. */
  const CONCEALED = [404, 200, 404];

  // files#1, access#6
  test('are read, and not changed, by an administrator with fewer rights than the user', async () => {
    const other = await person(server);
    const { id: elsewhere } = await made(server.admin.post('/accounts', { account: { name: unique('Elsewhere') } }));
    for (const { id } of [one, other]) await server.admin.post(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: id }).expect(200);
    const file = await upload(one.client, OWN);
    const paths = [`/users/${one.id}/files`, `/users/${one.id}/folders`, `/folders/${file.folder_id}/files`];
    for (const path of paths) await other.client.post(path, { name: unique('note') }).expect(200);
    await other.client.put(`/files/${file.id}`, { name: 'renamed.txt' }).expect(200);
    await server.admin.post(`/accounts/${elsewhere}/admins`, { user_id: one.id }).expect(200);
    for (const path of paths) await other.client.post(path, { name: unique('note') }).expect(401);
    await other.client.put(`/files/${file.id}`, { name: 'again.txt' }).expect(401);
    await other.client.delete(`/files/${file.id}`).expect(401);
    expect(await names(other.client, `/users/${one.id}/files`)).toEqual(['renamed.txt']);
    await one.client.delete(`/files/${file.id}`).expect(200);
    for (const { id } of [one, other]) await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/admins/${id}`).expect(200);
  });

  // files#1, files#2
  test('of a user: that user and administrators; for others they are not there', async () => {
    const file = await upload(here.student.client, OWN);
    for (const who of [here.student, here.rootAdmin]) expect(await statuses(who, file), who.name).toEqual(ALL);
    const others = [here.student2, here.teacher, here.observer, here.stranger, here.subAdmin, here.foreignAdmin];
    for (const who of others) expect(await statuses(who, file), who.name).toEqual(NONE);
    for (const who of others) expect((await who.client.delete(`/files/${file.id}`)).status).toBe(404);
    for (const who of [here.teacher, here.stranger]) expect((await who.client.get(`/users/${here.student.id}/files`)).status).toBe(401);
  });

  // files#1, files#2
  test('of a course: its people see them, its staff changes them', async () => {
    const file = await upload(here.teacher.client, `/courses/${here.course.id}/files`);
    for (const who of [here.teacher, here.ta, here.designer, here.subAdmin, here.rootAdmin]) expect(await statuses(who, file)).toEqual(ALL);
    for (const who of [here.student, here.observer]) expect(await statuses(who, file)).toEqual(SEE);
    for (const who of [here.stranger, here.foreignAdmin]) expect(await statuses(who, file)).toEqual(NONE);
    expect((await here.student.client.delete(`/files/${file.id}`)).status).toBe(401);
    expect((await here.stranger.client.get(`/courses/${here.course.id}/files`)).status).toBe(401);
  });

  // files#1, files#2
  test('of a group: its members and the staff of its course', async () => {
    const file = await upload(here.student.client, `/groups/${groupId}/files`);
    for (const who of [here.student, here.teacher, here.rootAdmin]) expect(await statuses(who, file)).toEqual(ALL);
    for (const who of [here.student2, here.observer, here.stranger]) expect(await statuses(who, file)).toEqual(NONE);
    expect((await here.student2.client.get(`/groups/${groupId}/files`)).status).toBe(401);
  });

  // files#4, files#10
  test('locked and hidden ones: who keeps them', async () => {
    const path = `/courses/${here.course.id}/files`;
    for (const how of ['locked', 'hidden'] as const) {
      const file = await upload(here.teacher.client, path, { name: how });
      expect((await made(here.teacher.client.put(`/files/${file.id}`, { [how]: true }), File))[how]).toBe(true);
      expect(await statuses(here.ta, file)).toEqual(ALL);
      expect(await statuses(here.student, file)).toEqual(CONCEALED);
      expect((await here.student.client.get(`/files/${file.id}`)).status).toBe(404);
      expect((await here.student.client.get(`${path}/${file.id}`)).status).toBe(404);
      for (const list of [path, `/folders/${file.folder_id}/files`]) {
        expect(await names(here.student.client, list)).not.toContain(how);
        expect(await names(here.teacher.client, list)).toContain(how);
      }
      await here.teacher.client.put(`/files/${file.id}`, { [how]: false }).expect(200);
      expect(await names(here.student.client, path)).toContain(how);
    }
  });

  // files#3
  test('of a course that is over, unpublished or deleted', async () => {
    const there = await course(server, { offer: false });
    for (const [who, type] of [
      [here.teacher, 'TeacherEnrollment'],
      [here.student, 'StudentEnrollment'],
    ] as const)
      await enroll(server, there.id, who.id, type);
    const file = await upload(here.teacher.client, `/courses/${there.id}/files`);
    expect(await statuses(here.student, file)).toEqual(NONE);
    await server.admin.put(`/courses/${there.id}`, { course: { event: 'offer' } }).expect(200);
    await here.teacher.client.put(`/files/${file.id}`, { hidden: true }).expect(200);
    await server.admin.delete(`/courses/${there.id}`, { event: 'conclude' }).expect(200);
    expect(await statuses(here.teacher, file)).toEqual(SEE);
    expect(await statuses(here.student, file)).toEqual(CONCEALED);
    expect(await statuses(here.rootAdmin, file)).toEqual(ALL);
    const { url } = await made(here.teacher.client.get(`/files/${file.id}`), File);
    expect((await open(url)).status).toBe(200);
    await server.admin.delete(`/courses/${there.id}`, { event: 'delete' }).expect(200);
    expect(await statuses(here.teacher, file)).toEqual(NONE);
    expect((await open(url)).status).toBe(404);
  });

  // files#3
  test.each(['the group', 'its course'])('of a group end with %s, at the address that somebody has too', async (which) => {
    const there = await course(server);
    const { id: set } = await made(server.admin.post(`/courses/${there.id}/group_categories`, { name: unique('Set') }));
    const { id: group } = await made(server.admin.post(`/group_categories/${set}/groups`, { name: unique('Group') }));
    const file = await upload(server.admin, `/groups/${group}/files`);
    expect((await open(file.url)).status).toBe(200);
    await (which === 'the group'
      ? server.admin.delete(`/groups/${group}`)
      : server.admin.delete(`/courses/${there.id}`, { event: 'delete' }));
    await server.admin.get(`/files/${file.id}`).expect(404);
    expect((await open(file.url)).status).toBe(404);
  });
});

describe('the quota', () => {
  // files#33
  test('is that of the settings: of the root account for users and groups, of the own for courses', async () => {
    const { id: account } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }),
    );
    const here = await course(server, { account });
    const { id: group } = await made(one.client.post('/groups', { name: unique('Club') }));
    const all = async () => [
      (await quota(one.client, `${OWN}/quota`)).quota,
      (await quota(one.client, `/groups/${group}/files/quota`)).quota,
      (await quota(server.admin, `/courses/${here.id}/files/quota`)).quota,
    ];
    const set = (id: number, settings: Record<string, number | null>) =>
      server.admin.put(`/accounts/${id}`, { account: { settings } }).expect(200);
    expect(await all()).toEqual([50 * MB, 50 * MB, 500 * MB]);
    await set(account, { user_quota_mb: 1, course_quota_mb: 2 });
    expect(await all()).toEqual([50 * MB, 50 * MB, 2 * MB]);
    await set(ROOT_ACCOUNT, { user_quota_mb: 0.5, course_quota_mb: 3 });
    expect(await all()).toEqual([MB / 2, MB / 2, 2 * MB]);
    await set(account, { course_quota_mb: null });
    expect(await all()).toEqual([MB / 2, MB / 2, 3 * MB]);
    await set(ROOT_ACCOUNT, { user_quota_mb: null, course_quota_mb: null });
  });

  // files#34
  test('counts each confirmed file, of its owner alone', async () => {
    const { id: group } = await made(one.client.post('/groups', { name: unique('Club') }));
    await upload(one.client, OWN, { name: 'a' }, { content: 'x'.repeat(1000) });
    await upload(one.client, OWN, { name: 'b', parent_folder_path: 'b' });
    await upload(one.client, `/groups/${group}/files`, { name: 'c' }, { content: 'x'.repeat(10) });
    await one.client.post(OWN, { name: 'never sent', size: 1000 }).expect(200);
    expect((await quota(one.client, `${OWN}/quota`)).quota_used).toBe(1005);
    expect((await quota(one.client, `/groups/${group}/files/quota`)).quota_used).toBe(10);
  });
});
