import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { makeContext } from '../../src/access/context.ts';
import { queueMails } from '../../src/areas/mail/mails.ts';
import { startWorker } from '../../src/worker.ts';
import { bodies, classroom, inbox } from '../areas/conversations/mailbox.ts';
import { jobMeans } from '../helpers/jobs.ts';
import { useMailServer } from '../helpers/mail-server.ts';
import { useServer } from '../helpers/server.ts';
import { POLLING } from '../helpers/started.ts';

const server = useServer();
const mailServer = useMailServer();
const MAILS = 12;

async function queueMany(userId: number): Promise<void> {
  const caller = { userId, rootAccountId: 1, timeZone: 'UTC', adminOf: [], realUserId: null, lentBy: null };
  const ctx = makeContext({
    database: server.database,
    caller,
    baseUrl: server.url,
    webUrl: server.url,
    services: server.services,
    now: new Date(),
  });
  const letter = (i: number) => ({ userId, address: `reader-${i}@school.example`, subject: 'News', text: 'Nothing new.\n' });
  await ctx.tx((tx) =>
    queueMails(
      tx,
      Array.from({ length: MAILS }, (_, i) => letter(i)),
    ),
  );
}

test('a message to many reaches them while the mail server keeps as many mails as it is given', async () => {
  const { teacher, students } = await classroom(server, 3);
  const held = mailServer.hold('message', 4);
  await queueMany(teacher.id);
  const settings = { ...jobMeans(server), smtpUrl: mailServer.url, workerConcurrency: 4 };
  const worker = await startWorker(server.database, settings, pino({ level: 'silent' }));
  try {
    await held.arrived;
    await teacher.client.post('/conversations', { recipients: students.map((one) => one.id), body: 'to each', mode: 'async' }).expect(202);
    for (const student of students) {
      const [found] = await vi.waitUntil(async () => {
        const all = await inbox(student);
        return all.length > 0 && all;
      }, POLLING);
      expect(await bodies(student, found?.id ?? 0)).toEqual(['to each']);
    }
    expect(mailServer.received).toEqual([]);
    held.release();
    await vi.waitUntil(() => mailServer.received.length === MAILS, POLLING);
  } finally {
    held.release();
    await worker.stop();
  }
});
