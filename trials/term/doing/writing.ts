import { z } from 'zod';
import { placeKey } from '../ledger.ts';
import type { Kind } from '../plan.ts';
import { isMoving, staying } from '../school.ts';
import { read, whenOf } from '../sending.ts';
import type { Doing, Way } from './doing.ts';

/** How many of the messages to a class go in the background. */
const IN_THE_BACKGROUND = 0.5;

/** Writes a message to a teacher or to another student of the course. */
async function write(doing: Doing, mark: string): Promise<void> {
  const { course, by, ledger } = doing;
  const to = doing.pick(
    [...course.teachers, ...course.students].filter((one) => one.id !== by.id),
    0,
  );
  if (!to) return;
  const body = { recipients: [String(to.id)], subject: 'A question', body: `Have you seen ${mark}?` };
  const when = whenOf(await doing.send('POST', '/conversations', { body, about: to }));
  if (when) ledger.messages.push({ ...when, mark, author: by.id, recipients: [to.id], perhaps: [] });
}

const writeMessage: Way = async (doing) => {
  await write(doing, doing.act.mark);
  return 'done';
};

/** Writes to all students of a course, to each in private. */
const writeToClass: Way = async (doing) => {
  const { course, by, act, ledger } = doing;
  const mode = act.picks[0] < IN_THE_BACKGROUND ? { mode: 'async' } : {};
  const body = { recipients: [`course_${course.id}_students`], subject: 'To all', body: `Please read ${act.mark}`, ...mode };
  const when = whenOf(await doing.send('POST', '/conversations', { body }));
  const [stay, move] = [staying(course), course.students.filter((one) => isMoving(one, course))];
  if (when) {
    const [recipients, perhaps] = [stay, move].map((list) => list.map(({ id }) => id));
    ledger.messages.push({ ...when, mark: act.mark, author: by.id, recipients: recipients ?? [], perhaps: perhaps ?? [] });
  }
  return 'done';
};

const Conversations = z.array(z.object({ id: z.int(), audience: z.array(z.int()) }));

/** One of the own conversations, which is begun first where there is none. */
export async function conversationOf(doing: Doing) {
  const list = async () => read(await doing.see('/conversations?per_page=20'), Conversations) ?? [];
  const there = await list();
  if (there.length > 0) return doing.pick(there, 1);
  await write(doing, doing.act.before);
  return doing.pick(await list(), 1);
}

const answerMessage: Way = async (doing) => {
  const { by, act, ledger } = doing;
  const one = await conversationOf(doing);
  if (!one) return 'skipped';
  const body = { body: `Thank you for ${act.mark}` };
  const when = whenOf(await doing.send('POST', `/conversations/${one.id}/add_message`, { body }));
  if (when) ledger.messages.push({ ...when, mark: act.mark, author: by.id, recipients: one.audience, perhaps: [] });
  return 'done';
};

const sortInbox: Way = async (doing) => {
  const { by, act, ledger } = doing;
  const one = await conversationOf(doing);
  if (!one) return 'skipped';
  ledger.opened.add(placeKey(one.id, by.id));
  const state = act.picks[2] < 0.5 ? 'read' : 'unread';
  await doing.send('PUT', `/conversations/${one.id}`, { body: { conversation: { workflow_state: state, starred: act.picks[0] < 0.3 } } });
  return 'done';
};

const planNote: Way = async (doing) => {
  const { by, act, ledger } = doing;
  const body = { title: `Read ${act.mark}`, todo_date: new Date(Date.now() + 86_400_000).toISOString() };
  const when = whenOf(await doing.send('POST', '/planner_notes', { body }));
  if (when) ledger.notes.add(by.id, { ...when, mark: act.mark });
  return 'done';
};

export const WRITING = { writeMessage, writeToClass, answerMessage, sortInbox, planNote } satisfies Partial<Record<Kind, Way>>;
