import { afterEach, describe, expect, test } from 'vitest';
import { makeContext } from '../../../src/access/context.ts';
import { DELIVER, queueMail, queueMails } from '../../../src/areas/mail/mails.ts';
import { measureJobs } from '../../../src/metrics/jobs.ts';
import { Metrics } from '../../../src/metrics/metrics.ts';
import { addJob, forgetJobs, queued as queuedJobs, work as workWith } from '../../helpers/jobs.ts';
import { type Mood, useMailServer } from '../../helpers/mail-server.ts';
import { person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { valueOf } from '../../metrics/shown.ts';

const server = useServer();
const mailServer = useMailServer();
afterEach(() => {
  mailServer.mood = null;
});

const work = (smtpUrl: string | null = mailServer.url) => workWith(server, { smtpUrl });
const query = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);

let counter = 0;
interface Queued {
  id: number;
  address: string;
}

const contextOf = (userId: number) =>
  makeContext({
    database: server.database,
    caller: { userId, rootAccountId: 1, timeZone: 'UTC', adminOf: [], realUserId: null, lentBy: null },
    baseUrl: server.url,
    webUrl: server.url,
    services: server.services,
    now: new Date(),
  });

/** A mail of somebody of its own, queued as areas do. */
async function queued(more: { subject?: string; text?: string } = {}): Promise<Queued> {
  const { id: userId } = await person(server);
  const address = `reader-${counter++}@school.example`;
  await contextOf(userId).tx((tx) => queueMail(tx, { userId, address, subject: 'News', text: 'Nothing new.\n', ...more }));
  const { rows } = await query('select id from mails where address = $1', [address]);
  return { id: rows[0].id, address };
}

const stateOf = async ({ id }: Queued) => (await query('select state from mails where id = $1', [id])).rows[0].state;
const receivedBy = ({ address }: Queued) => mailServer.received.filter((one) => one.to.includes(address));
const jobsLeft = async () => (await queuedJobs(server, DELIVER)).length;
const anotherJob = ({ id }: Queued) => addJob(server.database, DELIVER, { mail: id });
/** As when the time of their next turn has come. */
const timePasses = () => query(`select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs`);

describe('a mail', () => {
  test('is sent as it was written', async () => {
    const mail = await queued({ subject: 'Grüße aus der Schule', text: 'Hello Åsa,\n\nnothing – really nothing – is new.\n' });
    expect(receivedBy(mail)).toEqual([]);
    await work();
    const [received, ...more] = receivedBy(mail);
    expect(more).toEqual([]);
    expect(received).toMatchObject({ from: 'school@school.example', to: [mail.address] });
    expect(received?.mail).toMatchObject({
      from: { name: 'The School', address: 'school@school.example' },
      to: [{ name: '', address: mail.address }],
      subject: 'Grüße aus der Schule',
      text: 'Hello Åsa,\n\nnothing – really nothing – is new.\n',
    });
    expect(received?.mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect([await stateOf(mail), await jobsLeft()]).toEqual(['sent', 0]);
  });

  test('cannot bring a header of its own', async () => {
    const mail = await queued({ subject: 'News\r\nBcc: everybody@school.example\r\n\r\nBuy!' });
    await work();
    const [received] = receivedBy(mail);
    expect(received?.to).toEqual([mail.address]);
    expect(received?.mail.headers.map((header) => header.key)).not.toContain('bcc');
    expect(received?.mail.text).toBe('Nothing new.\n');
  });

  test('is not queued by a transaction that is rolled back', async () => {
    const { id: userId } = await person(server);
    const changed = new Error('changed my mind');
    const work = contextOf(userId).tx(async (tx) => {
      await queueMail(tx, { userId, address: 'nobody@school.example', subject: 'News', text: 'Nothing.' });
      throw changed;
    });
    await expect(work).rejects.toBe(changed);
    expect((await query('select 1 from mails where user_id = $1', [userId])).rowCount).toBe(0);
    expect(await jobsLeft()).toBe(0);
  });
});

describe('a mail is sent once', () => {
  test('however often its job runs', async () => {
    const mail = await queued();
    await work();
    await anotherJob(mail);
    await anotherJob(mail);
    await work();
    expect(receivedBy(mail)).toHaveLength(1);
    expect(await jobsLeft()).toBe(0);
  });

  test('also when two of its jobs run at once', async () => {
    const mail = await queued();
    const { arrived, release } = mailServer.hold('message', 1);
    const first = work();
    await arrived;
    await anotherJob(mail);
    await work();
    release();
    await first;
    expect(receivedBy(mail)).toHaveLength(1);
    expect(await stateOf(mail)).toBe('sent');
  });

  test('also when both of them found it waiting', async () => {
    const mail = await queued();
    await anotherJob(mail);
    const { arrived, release } = mailServer.hold('greeting', 2);
    const both = [work(), work()];
    await arrived;
    release();
    await Promise.all(both);
    expect(receivedBy(mail)).toHaveLength(1);
    expect([await stateOf(mail), await jobsLeft()]).toEqual(['sent', 0]);
  });

  test('and not again after a process that was killed while it sent', async () => {
    const mail = await queued();
    await query(`update mails set state = 'sending' where id = $1`, [mail.id]);
    await work();
    expect([receivedBy(mail), await stateOf(mail), await jobsLeft()]).toEqual([[], 'sending', 0]);
  });

  test.each<[Mood, number]>([
    ['takes it and hangs up', 1],
    ['hangs up before its answer', 0],
  ])('and not again where the mail server %s', async (mood, times) => {
    const mail = await queued();
    mailServer.mood = mood;
    await work();
    // The job has failed, so that the operator hears of it.
    expect([await stateOf(mail), await jobsLeft()]).toEqual(['sending', 1]);
    mailServer.mood = null;
    await timePasses();
    await work();
    expect(receivedBy(mail)).toHaveLength(times);
    expect(await jobsLeft()).toBe(0);
  });
});

describe('several mails', () => {
  const before = () => mailServer.connections;

  test('go over one connection', async () => {
    const [all, opened] = [[await queued(), await queued(), await queued()], before()];
    await work();
    expect(all.map((mail) => receivedBy(mail).length)).toEqual([1, 1, 1]);
    expect(mailServer.connections - opened).toBe(1);
  });

  test('go over one also where each is refused', async () => {
    const [all, opened] = [[await queued(), await queued()], before()];
    mailServer.mood = { at: 'recipient', code: 550 };
    await work();
    expect(await Promise.all(all.map(stateOf))).toEqual(['refused', 'refused']);
    expect(mailServer.connections - opened).toBe(1);
  });

  test('go over another one once the mail server has ended that, and none is lost', async () => {
    const [all, opened] = [[await queued(), await queued(), await queued()], before()];
    mailServer.mood = 'takes it, says so and hangs up';
    await work();
    expect(await Promise.all(all.map(stateOf))).toEqual(['sent', 'sent', 'sent']);
    expect(all.map((mail) => receivedBy(mail).length)).toEqual([1, 1, 1]);
    expect(mailServer.connections - opened).toBe(3);
  });

  test('are no more than a hundred over one', async () => {
    const { id: userId } = await person(server);
    const letter = (i: number) => ({ userId, address: `many-${i}@school.example`, subject: 'News', text: 'Nothing new.\n' });
    await contextOf(userId).tx((tx) =>
      queueMails(
        tx,
        Array.from({ length: 101 }, (_, i) => letter(i)),
      ),
    );
    const opened = before();
    await work();
    expect((await query(`select from mails where user_id = $1 and state = 'sent'`, [userId])).rowCount).toBe(101);
    expect(mailServer.connections - opened).toBe(2);
  });
});

describe('a mail waits', () => {
  test('while no mail server answers', async () => {
    const mail = await queued();
    await work('smtp://127.0.0.1:1');
    expect([await stateOf(mail), await jobsLeft()]).toEqual(['waiting', 1]);
    await timePasses();
    await work();
    expect([receivedBy(mail).length, await stateOf(mail), await jobsLeft()]).toEqual([1, 'sent', 0]);
  });

  test('while the login is wrong', async () => {
    const mail = await queued();
    await work(mailServer.url.replace('lectern:', 'somebody:'));
    expect([receivedBy(mail), await stateOf(mail)]).toEqual([[], 'waiting']);
    await timePasses();
    await work();
    expect(receivedBy(mail)).toHaveLength(1);
  });

  test.each([
    ['sender', 451],
    ['recipient', 451],
    ['end', 451],
    // That wants TLS or another login first, which is no fault of the letter's.
    ['sender', 530],
    ['sender', 538],
  ] as const)('when the mail server puts it off at the %s with %d', async (at, code) => {
    const mail = await queued();
    mailServer.mood = { at, code };
    await work();
    expect([receivedBy(mail), await stateOf(mail), await jobsLeft()]).toEqual([[], 'waiting', 1]);
    mailServer.mood = null;
    await timePasses();
    await work();
    expect([receivedBy(mail).length, await stateOf(mail), await jobsLeft()]).toEqual([1, 'sent', 0]);
  });

  // notifications#7
  test('where the mail server hangs up before it has asked for the letter', async () => {
    const mail = await queued();
    mailServer.mood = 'hangs up before the letter';
    await work();
    expect([receivedBy(mail), await stateOf(mail), await jobsLeft()]).toEqual([[], 'waiting', 1]);
    mailServer.mood = null;
    await timePasses();
    await work();
    expect([receivedBy(mail).length, await stateOf(mail), await jobsLeft()]).toEqual([1, 'sent', 0]);
  });
});

describe('a mail is given up', () => {
  test.each(['sender', 'recipient', 'end'] as const)('when the mail server refuses it for good at the %s', async (at) => {
    const mail = await queued();
    mailServer.mood = { at, code: 550 };
    const said: unknown[] = [];
    await workWith(server, { smtpUrl: mailServer.url, log: { warn: (...line) => said.push(line) } });
    expect([receivedBy(mail), await stateOf(mail), await jobsLeft()]).toEqual([[], 'refused', 0]);
    // Whoever runs the school is to know why, in the mail server's own words.
    const words = { mail: mail.id, answer: expect.stringContaining('550 not today') };
    expect(said).toEqual([[words, 'the mail server has refused a mail for good']]);
  });

  test('without a mail server, and nothing fails', async () => {
    const mail = await queued();
    await work(null);
    expect([await stateOf(mail), await jobsLeft()]).toEqual(['unsent', 0]);
    // One that is set up later does not bring what is old.
    await anotherJob(mail);
    await work();
    expect([receivedBy(mail), await stateOf(mail)]).toEqual([[], 'unsent']);
  });
});

describe('a mail that has waited', () => {
  const aged = async (days: number): Promise<Queued> => {
    const mail = await queued();
    await query(`update mails set created_at = now() - $2 * interval '1 day' where id = $1`, [mail.id, days]);
    return mail;
  };

  test('for four days is sent', async () => {
    const mail = await aged(4);
    await work();
    expect([receivedBy(mail).length, await stateOf(mail)]).toEqual([1, 'sent']);
  });

  test('since a copy was made from which the school was restored is not', async () => {
    const mail = await aged(6);
    await work();
    expect([receivedBy(mail).length, await stateOf(mail), await jobsLeft()]).toEqual([0, 'unsent', 0]);
  });
});

// conventions#70
test('metrics say what became of a mail', async () => {
  const metrics = new Metrics();
  const { measured } = measureJobs(metrics);
  const working = (smtpUrl: string | null) => workWith(server, { smtpUrl, watched: measured });
  const times = async (outcome: string) => valueOf(await metrics.written(), 'lectern_job_seconds_count', { task: DELIVER, outcome });
  await queued();
  await working(mailServer.url);
  await queued();
  await working(null);
  const mail = await queued();
  mailServer.mood = { at: 'recipient', code: 550 };
  await working(mailServer.url);
  await anotherJob(mail);
  await working(mailServer.url);
  expect([await times('sent'), await times('unsent'), await times('refused'), await times('gone')]).toEqual([1, 1, 1, 1]);
});

test('mails whose sending was cut off are counted', async () => {
  const shown = async () => valueOf((await server.raw().get('/metrics').expect(200)).text, 'lectern_mails_sending');
  const before = Number(await shown());
  const mail = await queued();
  await query(`update mails set state = 'sending' where id = $1`, [mail.id]);
  expect(Number(await shown())).toBe(before + 1);
  await forgetJobs(server);
});

test('what is no mail is no job', async () => {
  await addJob(server.database, DELIVER, { mail: 999_999 });
  await work();
  expect(await jobsLeft()).toBe(0);
  await addJob(server.database, DELIVER);
  await work();
  expect(await jobsLeft()).toBe(1);
  await forgetJobs(server);
});
