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
  return { owner, id, path: `/users/self/communication_channels/${id}/notification_preferences` };
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
    const expected = (category: string) => ({ notification_preferences: [{ category, frequency }] });
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
        { category: 'Grading', frequency: 'daily' },
        { category: 'Discussion', frequency: 'weekly' },
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
});
