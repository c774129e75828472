import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { avatarOf, isWebAddress, offerOf, offers, optionsJson } from '../../../src/areas/profiles/avatar-options.ts';
import { sign } from '../../../src/http/signing.ts';
import type { Fields } from '../../helpers/form.ts';
import { made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { SECRET_KEY, useServer } from '../../helpers/server.ts';
import { PNG, upload } from '../../helpers/upload.ts';

const Option = z.looseObject({ type: z.string(), url: z.string(), token: z.string(), display_name: z.string() });
const User = z.looseObject({ id: z.int(), avatar_url: z.string() });

let now = new Date('2026-01-31T12:10:00Z');
const server = useServer({ clock: () => now });
const none = () => `${server.url}/images/no-picture.svg`;

let here: School;
beforeAll(async () => {
  here = await school(server);
});
afterEach(async () => {
  await setting({ enable_gravatar: null, enable_avatars: null });
});

const setting = (settings: Fields, account: number = ROOT_ACCOUNT) =>
  made(server.admin.put(`/accounts/${account}`, { account: { settings } }), z.unknown());
const optionsOf = (one: Pick<Person, 'client'>, id: number | 'self' = 'self') =>
  made(one.client.get(`/users/${id}/avatars`), z.array(Option));
const optionOf = async (one: Pick<Person, 'client'>, type: string) => (await optionsOf(one)).find((option) => option.type === type);
const choose = (one: Pick<Person, 'client'>, avatar: Fields, id: number | 'self' = 'self') =>
  one.client.put(`/users/${id}`, { user: { avatar } });
const pictureOf = async (one: Pick<Person, 'client'>) => (await made(one.client.get('/users/self'), User)).avatar_url;
const confirmed = async (one: Person, address: string) =>
  (
    await made(
      server.admin.post(`/users/${one.id}/communication_channels`, { communication_channel: { address }, skip_confirmation: true }),
    )
  ).id;
const gravatarOf = (address: string) =>
  `https://www.gravatar.com/avatar/${createHash('sha256').update(address.toLowerCase()).digest('hex')}?s=128&d=mp`;
const blames = (field: string) => ({ errors: { [field]: [expect.objectContaining({ attribute: field, type: 'invalid' })] } });

describe('what a user may be pictured by', () => {
  // profiles#5, profiles#9, profiles#10
  test('is nothing at first', async () => {
    const one = await person(server);
    expect(await optionsOf(one)).toEqual([
      { type: 'no_pic', url: none(), token: expect.stringMatching(/^[\w.-]+$/), display_name: 'no pic' },
    ]);
    expect(await pictureOf(one)).toBe(none());
    const picture = await fetch(none());
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(picture.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await picture.text()).toMatch(/^<svg /);
  });

  // profiles#6
  test('is each image among the pictures, in the order in which they came, and nothing else there', async () => {
    const one = await person(server);
    const add = (name: string, content: string | Buffer) =>
      upload(one.client, '/users/self/files', { name, parent_folder_path: 'profile pictures' }, { content, name });
    const ids = [(await add('z.png', PNG)).id, (await add('a.png', PNG)).id];
    await add('note.txt', 'no picture');
    const shown = (await optionsOf(one)).filter((option) => option.type === 'attachment');
    expect(shown.map((option) => option.id)).toEqual(ids);
    await choose(one, { token: shown[1]?.token ?? '' }).expect(200);
    const chosen = await fetch(await pictureOf(one), { redirect: 'manual' });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, expect.stringContaining(`/files/${ids[1]}/download?`)]);
    await one.client.delete(`/files/${ids[1]}`).expect(200);
    expect((await choose(one, { token: shown[1]?.token ?? '' })).body).toEqual(blames('avatar'));
  });

  // profiles#6
  test('is one of the newest hundred images', async () => {
    const one = await person(server);
    const { id } = await upload(
      one.client,
      '/users/self/files',
      { parent_folder_path: 'profile pictures' },
      { content: PNG, name: 'a.png' },
    );
    const { rows: columns } = await server.database.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'attachments' and column_name not in ('id', 'display_name')`,
    );
    const same = columns.map(({ name }) => name).join(', ');
    await server.database.pool.query(
      `insert into attachments (display_name, ${same}) select 'copy ' || n, ${same} from attachments, generate_series(1, 100) n where id = $1`,
      [id],
    );
    const listed = await made(one.client.get('/users/self/avatars', { per_page: 100, page: 2 }), z.array(Option));
    expect(listed.map((option) => option.display_name)).toEqual(['copy 100']);
  });

  // users#52, accounts#9, profiles#5, profiles#7, profiles#8
  test('is Gravatar by the first confirmed address, where the root account allows it', async () => {
    const one = await person(server, { account: here.subAccountId });
    await made(one.client.post('/users/self/communication_channels', { communication_channel: { address: 'new@school.example' } }));
    await setting({ enable_gravatar: true });
    expect(await optionOf(one, 'external')).toBeUndefined();
    await confirmed(one, 'Ada.King@School.example');
    await confirmed(one, 'later@school.example');
    expect(await optionOf(one, 'external')).toEqual({
      type: 'external',
      url: gravatarOf('ada.king@school.example'),
      token: expect.any(String),
      display_name: expect.stringMatching(/\w/),
    });
    // A sub-account's own wish does not count: avatars follow the root.
    await setting({ enable_gravatar: false });
    await setting({ enable_gravatar: true }, here.subAccountId);
    expect(await optionOf(one, 'external')).toBeUndefined();
    await setting({ enable_gravatar: null });
    expect(await optionOf(one, 'external')).toBeUndefined();
    await setting({ enable_gravatar: null }, here.subAccountId);
  });

  // profiles#5
  test('is each uploaded picture, with what there is to know of the file', () => {
    const ctx = { services: server.services, now, baseUrl: server.url };
    const picture = {
      id: 7,
      display_name: 'Me at sea',
      filename: 'sea.png',
      'content-type': 'image/png',
      size: 99,
      url: 'https://files.test/7',
    };
    const offered = offers(ctx, 'abc', [picture, { ...picture, id: 8 }]);
    const [noPicture, gravatar, sea, other] = optionsJson(ctx, 5, offered);
    expect([noPicture?.type, gravatar?.type]).toEqual(['no_pic', 'external']);
    expect(Object.keys(gravatar ?? {}).sort()).toEqual(['display_name', 'token', 'type', 'url']);
    expect(sea).toEqual({
      type: 'attachment',
      url: 'https://files.test/7',
      token: expect.any(String),
      display_name: 'Me at sea',
      id: 7,
      'content-type': 'image/png',
      filename: 'sea.png',
      size: 99,
    });
    const chosen = (token: string | undefined, user = 5, among = offered) => offerOf(ctx, user, token ?? '', among);
    expect(chosen(sea?.token)).toBe(offered[2]);
    expect(chosen(other?.token)).toBe(offered[3]);
    expect(chosen(sea?.token, 6)).toBeUndefined();
    // A picture that is gone.
    expect(chosen(other?.token, 5, offered.slice(0, 3))).toBeUndefined();
    expect(offered.map(avatarOf)).toEqual([
      { kind: null },
      { kind: 'gravatar' },
      { kind: 'attachment', fileId: 7 },
      { kind: 'attachment', fileId: 8 },
    ]);
  });

  // profiles#4
  test('is read by oneself and administrators with reach', async () => {
    const local = await person(server, { account: here.subAccountId });
    for (const role of ['subAdmin', 'rootAdmin'] as const) expect(await optionsOf(here[role], local.id)).toHaveLength(1);
    for (const role of ['teacher', 'student', 'stranger'] as const)
      expect((await here[role].client.get(`/users/${local.id}/avatars`)).status).toBe(401);
    expect((await here.foreignAdmin.client.get(`/users/${local.id}/avatars`)).status).toBe(404);
    expect((await server.admin.get('/users/999999/avatars')).status).toBe(404);
  });

  test('is paged', async () => {
    const one = await person(server);
    await confirmed(one, `paged-${one.id}@school.example`);
    await setting({ enable_gravatar: true });
    const first = await one.client.get('/users/self/avatars', { per_page: 1 });
    expect(first.body.map((option: { type: string }) => option.type)).toEqual(['no_pic']);
    expect(first.headers['link']).toContain('rel="next"');
    const second = await one.client.get('/users/self/avatars', { per_page: 1, page: 2 });
    expect(second.body.map((option: { type: string }) => option.type)).toEqual(['external']);
    expect(second.headers['link']).not.toContain('rel="next"');
    expect((await one.client.get('/users/self/avatars', { per_page: 1, page: 3 })).body).toEqual([]);
  });
});

describe('an avatar by token', () => {
  // profiles#9, profiles#11
  test('is chosen, shown, and put away again', async () => {
    const one = await person(server);
    await confirmed(one, `chosen-${one.id}@school.example`);
    await setting({ enable_gravatar: true });
    const expected = gravatarOf(`chosen-${one.id}@school.example`);
    const external = await optionOf(one, 'external');
    expect((await choose(one, { token: external?.token ?? '' }).expect(200)).body.avatar_url).toBe(expected);
    expect(await pictureOf(one)).toBe(expected);
    // An edit of other things leaves it.
    await made(one.client.put('/users/self', { user: { short_name: 'Me', avatar: { token: '', url: '' } } }), User);
    expect(await pictureOf(one)).toBe(expected);
    const nothing = await optionOf(one, 'no_pic');
    expect((await choose(one, { token: nothing?.token ?? '' }).expect(200)).body.avatar_url).toBe(none());
    expect(await pictureOf(one)).toBe(none());
  });

  // profiles#11
  test('takes precedence over an address, which is not even looked at', async () => {
    const one = await person(server);
    const nothing = await optionOf(one, 'no_pic');
    for (const url of ['https://images.example/a.png', 'javascript:alert(1)']) {
      const { status, body } = await choose(one, { token: nothing?.token ?? '', url });
      expect([status, body.avatar_url]).toEqual([200, none()]);
    }
    const refused = await choose(one, { token: 'forged', url: 'https://images.example/a.png' });
    expect([refused.status, refused.body]).toEqual([400, blames('avatar')]);
    expect(await pictureOf(one)).toBe(none());
  });

  // profiles#11
  test('may be chosen by an administrator for somebody else', async () => {
    const one = await person(server);
    await choose(one, { url: 'https://images.example/mine.png' }).expect(200);
    const [nothing] = await optionsOf(here.rootAdmin, one.id);
    await choose(here.rootAdmin, { token: nothing?.token ?? '' }, one.id).expect(200);
    expect(await pictureOf(one)).toBe(none());
  });

  // profiles#12
  test('that is forged, changed, of another or old is refused, and nothing changes', async () => {
    const [one, other] = [await person(server), await person(server)];
    await choose(one, { url: 'https://images.example/kept.png' }).expect(200);
    const mine = (await optionOf(one, 'no_pic'))?.token ?? '';
    const payload = { user: one.id, type: 'no_pic', file: null, until: Math.floor(now.getTime() / 1000) + 100 };
    const middle = Math.floor(mine.length / 2);
    const wrong = [
      (await optionOf(other, 'no_pic'))?.token ?? '',
      mine.slice(0, middle) + (mine[middle] === 'a' ? 'b' : 'a') + mine.slice(middle + 1),
      mine.slice(0, -1),
      `${mine}=`,
      sign('another secret key', 'avatar', payload),
      sign(SECRET_KEY, 'another purpose', payload),
      sign(SECRET_KEY, 'avatar', { ...payload, type: 'external' }),
      sign(SECRET_KEY, 'avatar', { ...payload, type: 'attachment', file: 1 }),
      sign(SECRET_KEY, 'avatar', { ...payload, until: payload.until - 200 }),
      sign(SECRET_KEY, 'avatar', null),
      'none',
      '.',
    ];
    for (const token of wrong) {
      const response = await one.client.put('/users/self', { user: { name: 'Not Me', avatar: { token } } });
      expect([token, response.status, response.body]).toEqual([token, 400, blames('avatar')]);
    }
    expect(await made(one.client.get('/users/self'), User)).toMatchObject({
      name: one.name,
      avatar_url: 'https://images.example/kept.png',
    });
    await choose(one, { token: sign(SECRET_KEY, 'avatar', payload) }).expect(200);
  });

  // profiles#12
  test('is good for a day, and until the hour is full in which it ends', async () => {
    const one = await person(server);
    const token = (await optionOf(one, 'no_pic'))?.token ?? '';
    const before = now;
    try {
      now = new Date('2026-02-01T13:00:00Z');
      await choose(one, { token }).expect(200);
      now = new Date('2026-02-01T13:00:01Z');
      const response = await choose(one, { token });
      expect([response.status, response.body]).toEqual([400, blames('avatar')]);
    } finally {
      now = before;
    }
  });

  // profiles#9, profiles#12
  test('of Gravatar ends with the permission and the address', async () => {
    const one = await person(server);
    const channel = await confirmed(one, `ends-${one.id}@school.example`);
    await setting({ enable_gravatar: true });
    const token = (await optionOf(one, 'external'))?.token ?? '';
    await choose(one, { token }).expect(200);
    await setting({ enable_gravatar: false });
    expect([(await choose(one, { token })).status, await pictureOf(one)]).toEqual([400, none()]);
    await setting({ enable_gravatar: true });
    expect(await pictureOf(one)).toBe(gravatarOf(`ends-${one.id}@school.example`));
    await made(one.client.delete(`/users/self/communication_channels/${channel}`));
    expect([(await choose(one, { token })).status, await pictureOf(one)]).toEqual([400, none()]);
  });
});

describe('an avatar by address', () => {
  // profiles#9, profiles#13
  test('is shown as it was sent', async () => {
    const one = await person(server);
    for (const url of ['https://images.example/a.png', 'HTTP://images.example', 'https://images.example/ü.png?a=1&b=[2]#c']) {
      expect((await choose(one, { url }).expect(200)).body.avatar_url).toBe(url);
      expect(await pictureOf(one)).toBe(url);
    }
  });

  // profiles#13
  test.each([
    'javascript:alert(1)',
    'ftp://x.example/a.png',
    'data:image/png;base64,AAAA',
    '/etc/passwd',
    '//x.example/a.png',
    'not a url',
    'https://',
    'https:///a.png',
    'http://x.example/" onerror="x',
    'https://x.example/<b>',
    'https://x.example/{b}',
    'https://x.example/a|b',
    'https://x.example/a^b',
    'https://x.example/a`b',
    'https://x.example/a\\b',
    'https://x.example/a\nb',
    ' https://x.example/a',
    'https://x.example:99999/a',
  ])('%j is refused', async (url) => {
    const one = await person(server);
    const response = await choose(one, { url });
    expect([response.status, response.body]).toEqual([400, blames('url')]);
    expect(await pictureOf(one)).toBe(none());
  });

  // profiles#13
  test('has a length that a page can have', async () => {
    const one = await person(server);
    const { status, body } = await choose(one, { url: `https://x.example/${'a'.repeat(2_000)}` });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['url']]);
    expect(isWebAddress(`https://x.example/${'a'.repeat(1_900)}`)).toBe(true);
  });
});

describe('the address of an uploaded avatar', () => {
  const address = (payload: unknown) => `${server.url}/images/avatars/${sign(SECRET_KEY, 'avatar picture', payload)}`;
  const chooseFile = (one: Person, file: number) =>
    server.database.pool.query(`update users set avatar_kind = 'attachment', avatar_file_id = $2 where id = $1`, [one.id, file]);

  // profiles#9, profiles#10
  test('is the user’s avatar_url, and leads on to where the image is, or is not any more', async () => {
    const one = await person(server);
    const picture = (name: string) =>
      upload(one.client, '/users/self/files', { name, parent_folder_path: 'profile pictures' }, { content: PNG, name });
    const [first, second] = [await picture('first.png'), await picture('second.png')];
    await chooseFile(one, first.id);
    const url = await pictureOf(one);
    expect(url).toBe(address({ user: one.id, file: first.id }));
    const location = async () => (await fetch(url, { redirect: 'manual' })).headers.get('location');
    expect(await location()).toContain(`/files/${first.id}/download?`);
    await one.client.delete(`/files/${first.id}`).expect(200);
    expect(await location()).toBe(none());
    await chooseFile(one, second.id);
    expect(await pictureOf(one)).not.toBe(url);
  });

  test('is of a file that there is', async () => {
    const one = await person(server);
    await expect(chooseFile(one, 2 ** 31 - 1)).rejects.toThrow('users_avatar_file_id_fkey');
  });

  // profiles#10
  test('cannot be made up', async () => {
    for (const token of [sign(SECRET_KEY, 'avatar', { user: 1, file: 1 }), sign(SECRET_KEY, 'avatar picture', { user: 1 }), 'x'])
      expect((await fetch(`${server.url}/images/avatars/${token}`, { redirect: 'manual' })).status).toBe(404);
  });
});
