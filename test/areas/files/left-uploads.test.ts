import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { File } from '../../../src/areas/files/schemas.ts';
import { receiveUpload } from '../../../src/areas/files/uploads.ts';
import { made, type Person, person, ROOT_ACCOUNT } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { addedKeys, begin, open, type Step, send, sent } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self/files';

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);
const idOf = (step: Step): number => Number(step.upload_params['upload_id']);

/** Its bytes come for as long as nobody ends them. */
async function coming(step: Step, signEveryMs?: number) {
  const content = new PassThrough();
  const received = receiveUpload(
    server.database,
    server.services,
    { id: idOf(step), content, ...(signEveryMs ? { signEveryMs } : {}) },
    new Date(),
  );
  content.write('half');
  await expect.poll(added).toHaveLength(1);
  return { content, received };
}

/** Its process gives no sign of life for so long. */
const silent = (step: Step, seconds: number) =>
  server.database.pool.query('update uploads set received_at = now() - make_interval(secs => $2) where id = $1', [idOf(step), seconds]);

// files#53
describe('an upload whose process has died', () => {
  test('may be sent again, and nothing is left of what had come', async () => {
    const step = await begin(one.client, OWN);
    const { content, received } = await coming(step);
    await silent(step, 110);
    expect((await send(step)).status).toBe(400);
    await silent(step, 130);
    const file = await made(open(await sent(step)), File);
    expect((await open(file.url)).text).toBe('hello');
    // It was not dead, only silent: what it brings now is nobody's.
    content.end('half');
    await expect(received).rejects.toMatchObject({ status: 404 });
    expect(await added()).toHaveLength(1);
    expect((await open(file.url)).text).toBe('hello');
  });

  test('takes no room of the quota', async () => {
    const { rows } = await server.database.pool.query<{ settings: object }>('select settings from accounts where id = $1', [ROOT_ACCOUNT]);
    const set = (settings: object) =>
      server.database.pool.query('update accounts set settings = $2 where id = $1', [ROOT_ACCOUNT, settings]);
    await set({ ...rows[0]?.settings, user_quota_mb: 10 / 2 ** 20 });
    try {
      const step = await begin(one.client, OWN, { size: 8 });
      const { content, received } = await coming(step);
      await silent(step, 110);
      await one.client.post(OWN, { name: 'more.txt', size: 8 }).expect(400);
      await silent(step, 130);
      await one.client.post(OWN, { name: 'more.txt', size: 8 }).expect(200);
      content.end();
      await received;
    } finally {
      await set(rows[0]?.settings ?? {});
    }
  });

  test('is none that still gives signs of life', async () => {
    const step = await begin(one.client, OWN);
    const { content, received } = await coming(step, 1);
    await silent(step, 130);
    const isSilent = async () => {
      const text = `select 1 from uploads where id = $1 and received_at < now() - interval '1 minute'`;
      return (await server.database.pool.query(text, [idOf(step)])).rowCount === 1;
    };
    await expect.poll(isSilent).toBe(false);
    expect((await send(step)).status).toBe(400);
    content.end('half');
    await received;
  });
});
