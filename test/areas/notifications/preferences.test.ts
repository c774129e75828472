import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULTS } from '../../../src/areas/notifications/categories.ts';
import { NotificationFrequency } from '../../../src/store/generated/enums.ts';
import { blamed, NONE } from '../../helpers/assignments.ts';
import { made, person, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

async function channel() {
  const owner = await person(server);
  const address = `${unique('mail').replace(' ', '-')}@school.example`;
  const { id } = await made(owner.client.post('/users/self/communication_channels', { communication_channel: { address } }), Made);
  return { owner, id, address, path: `/users/self/communication_channels/${id}/notification_preferences` };
}

describe('notification preferences', () => {
  // notifications#8
  test('are there for every category, and the defaults at first', async () => {
    const { owner, path } = await channel();
    const { body } = await owner.client.get(path).expect(200);
    const told: [string, string][] = body.notification_preferences.map((one: Record<string, string>) => [
      one['category'],
      one['frequency'],
    ]);
    expect(told).toEqual([
      ['Due Date', 'immediately'],
      ['Assignment Changed', 'daily'],
      ['Grading', 'immediately'],
      ['Submission Comment', 'daily'],
      ['Announcement', 'immediately'],
      ['Discussion', 'weekly'],
      ['Discussion Entry', 'daily'],
      ['Conversation Message', 'immediately'],
      ['Added To Conversation', 'immediately'],
      ['Invitation', 'immediately'],
      ['Registration', 'immediately'],
    ]);
  });

  // notifications#9
  test.each(Object.values(NotificationFrequency))('can be %s, by either name of parameter and of category', async (frequency) => {
    const { owner, path } = await channel();
    const expected = (category: string) => {
      const notification = category.toLowerCase().replaceAll(' ', '_');
      const href = `${server.url}/api/v1${path.replace('self', String(owner.id))}/${notification}`;
      return { notification_preferences: [{ category, frequency, notification, href }] };
    };
    const put = (name: string, body: object) => owner.client.put(`${path}/${name}`, body as Record<string, string>);
    expect((await put('Due%20Date', { frequency }).expect(200)).body).toEqual(expected('Due Date'));
    const wrapped = { notification_preferences: { frequency } };
    expect((await owner.client.put(`${path}/submission_comment`, wrapped).expect(200)).body).toEqual(expected('Submission Comment'));
    expect((await owner.client.putForm(`${path}/grading`, wrapped).expect(200)).body).toEqual(expected('Grading'));
    const { body } = await owner.client.get(path).expect(200);
    const chosen = z.object({ notification_preferences: z.array(z.object({ category: z.string(), frequency: z.string() })) }).parse(body);
    for (const one of chosen.notification_preferences)
      expect(one.frequency).toBe(
        ['Due Date', 'Submission Comment', 'Grading'].includes(one.category) ? frequency : Reflect.get(DEFAULTS, one.category),
      );
  });

  // notifications#9
  test('refuse what is none', async () => {
    const { owner, path } = await channel();
    expect(await owner.client.put(`${path}/Grading`, { frequency: 'hourly' })).toMatchObject(blamed('frequency'));
    expect(await owner.client.put(`${path}/Grading`, {})).toMatchObject(blamed('frequency'));
    await owner.client.put(`${path}/Gossip`, { frequency: 'daily' }).expect(404);
    await owner.client.put(`${path}/a%00b`, { frequency: 'daily' }).expect(404);
  });

  // notifications#10
  test('are their owner’s by number too, and those of who administers the owner', async () => {
    const { owner, path } = await channel();
    const named = path.replace('self', String(owner.id));
    await owner.client.put(`${named}/Grading`, { frequency: 'daily' }).expect(200);
    await server.admin.put(`${named}/Discussion`, { frequency: 'weekly' }).expect(200);
    const { body } = await owner.client.get(path).expect(200);
    expect(body.notification_preferences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ category: 'Grading', frequency: 'daily' }),
        expect.objectContaining({ category: 'Discussion', frequency: 'weekly' }),
      ]),
    );
    for (const client of [owner.client, server.admin]) expect((await client.get(named).expect(200)).body).toEqual(body);
  });

  // notifications#10
  test('are nobody else’s, and go with the channel', async () => {
    const { owner, id, path } = await channel();
    const stranger = await person(server);
    const named = path.replace('self', String(owner.id));
    for (const client of [server.admin, stranger.client]) {
      // Of one's own channels it is none.
      await client.get(path).expect(404);
      await client.put(`${path}/Grading`, { frequency: 'never' }).expect(404);
    }
    await stranger.client.get(named).expect(401);
    await stranger.client.put(`${named}/Grading`, { frequency: 'never' }).expect(401);
    await owner.client.get(path.replace(String(id), String(NONE))).expect(404);
    await owner.client.delete(`/users/self/communication_channels/${id}`).expect(200);
    await owner.client.get(path).expect(404);
    await owner.client.put(`${path}/Grading`, { frequency: 'never' }).expect(404);
  });

  // notifications#11
  test('are asked for one by one', async () => {
    const { owner, path } = await channel();
    await owner.client.put(`${path}/grading`, { frequency: 'never' }).expect(200);
    const ask = async (name: string) => (await owner.client.get(`${path}/${name}`).expect(200)).body.notification_preferences;
    expect(await ask('grading')).toMatchObject([{ category: 'Grading', frequency: 'never', notification: 'grading' }]);
    expect(await ask('Due%20Date')).toMatchObject([{ category: 'Due Date', frequency: 'immediately', notification: 'due_date' }]);
    await owner.client.get(`${path}/gossip`).expect(404);
  });

  // notifications#11
  test('are those of a channel by its type and address, in any case', async () => {
    const { owner, id, path, address } = await channel();
    const named = `/users/self/communication_channels/email/${encodeURIComponent(address.toUpperCase())}/notification_preferences`;
    const { body } = await owner.client.put(`${named}/grading`, { frequency: 'weekly' }).expect(200);
    expect(body.notification_preferences[0].href).toContain(`/communication_channels/${id}/notification_preferences/grading`);
    expect((await owner.client.get(`${path}/grading`).expect(200)).body).toEqual(body);
    expect((await owner.client.get(`${named}/grading`).expect(200)).body).toEqual(body);
    const several = { notification_preferences: { discussion: { frequency: 'never' } } };
    await owner.client.put(named, several).expect(200);
    expect((await owner.client.get(named).expect(200)).body).toEqual((await owner.client.get(path).expect(200)).body);
    await owner.client.get(named.replace('/email/', '/sms/')).expect(404);
    const stranger = await person(server);
    await stranger.client.get(named).expect(404);
    await stranger.client.get(named.replace('self', String(owner.id))).expect(401);
  });

  // notifications#12
  test('are chosen by category', async () => {
    const { owner, path } = await channel();
    const categories = path.replace('notification_preferences', 'notification_preference_categories');
    const { body } = await owner.client.get(categories).expect(200);
    expect(body).toEqual({ categories: Object.keys(DEFAULTS).map((name) => name.toLowerCase().replaceAll(' ', '_')) });
    const sent = { notification_preferences: { frequency: 'weekly' } };
    const { body: chosen } = await owner.client.put(`${categories}/submission_comment`, sent).expect(200);
    expect(chosen.notification_preferences).toMatchObject([{ category: 'Submission Comment', frequency: 'weekly' }]);
    expect((await owner.client.get(`${path}/submission_comment`).expect(200)).body).toEqual(chosen);
    await owner.client.put(`${categories}/gossip`, sent).expect(404);
    expect(await owner.client.put(`${categories}/grading`, {})).toMatchObject(blamed('frequency'));
    await server.admin.get(categories).expect(404);
  });

  // notifications#13
  test('are chosen several at once, all or none', async () => {
    const { owner, path } = await channel();
    const put = (sent: object) => owner.client.put(path, { notification_preferences: sent } as never);
    const before = (await owner.client.get(path).expect(200)).body;
    for (const wrong of [
      {},
      { grading: { frequency: 'never' }, gossip: { frequency: 'daily' } },
      { grading: { frequency: 'never' }, discussion: { frequency: 'hourly' } },
      { grading: { frequency: 'never' }, discussion: 'daily' },
    ])
      expect(await put(wrong)).toMatchObject(blamed('notification_preferences'));
    expect(await owner.client.put(path, {})).toMatchObject(blamed('notification_preferences'));
    expect((await owner.client.get(path).expect(200)).body).toEqual(before);
    const { body } = await put({ grading: { frequency: 'never' }, 'Due Date': { frequency: 'daily' }, due_date: { frequency: 'weekly' } });
    expect(body.notification_preferences).toMatchObject([
      { category: 'Grading', frequency: 'never' },
      { category: 'Due Date', frequency: 'weekly' },
    ]);
    expect((await owner.client.get(`${path}/due_date`).expect(200)).body.notification_preferences).toMatchObject([{ frequency: 'weekly' }]);
  });
});
