import { z } from 'zod';
import { type Message, placeKey } from '../ledger.ts';
import { markIn } from '../plan.ts';
import type { Person } from '../school.ts';
import { each } from '../setting-up.ts';
import type { Checking } from './check.ts';

const Listed = z.object({ id: z.int(), workflow_state: z.string(), message_count: z.int() });
const Shown = z.object({ messages: z.array(z.object({ author_id: z.int(), body: z.string(), generated: z.boolean() })) });
const Unread = z.object({ unread_count: z.string() });
const Note = z.object({ title: z.string() });
const AT_ONCE = 12;

/** By recipient: what they have to have, and what they may have. */
function expected(messages: readonly Message[]): Map<number, { certain: Set<string>; perhaps: Set<string> }> {
  const all = new Map<number, { certain: Set<string>; perhaps: Set<string> }>();
  const of = (userId: number) => {
    const one = all.get(userId) ?? { certain: new Set<string>(), perhaps: new Set<string>() };
    all.set(userId, one);
    return one;
  };
  for (const { mark, recipients, perhaps, sure } of messages) {
    for (const userId of recipients) of(userId)[sure ? 'certain' : 'perhaps'].add(mark);
    for (const userId of perhaps) of(userId).perhaps.add(mark);
  }
  return all;
}

/** How often each message that others have written is there for a person. */
async function receivedBy(checking: Checking, person: Person): Promise<Map<string, number>> {
  const { ask, ledger, differs } = checking;
  const list = await ask.all(person, '/conversations?per_page=100', Listed);
  const { unread_count } = await ask.one(person, '/conversations/unread_count', Unread);
  const unread = list.filter(({ workflow_state }) => workflow_state === 'unread').length;
  if (unread_count !== String(unread)) differs(`user ${person.id}: unread_count is ${unread_count}, and ${unread} are unread`);
  const received = new Map<string, number>();
  for (const { id, workflow_state, message_count } of list) {
    const { messages } = await ask.one(person, `/conversations/${id}?auto_mark_as_read=false`, Shown);
    const counted = messages.filter(({ generated }) => !generated).length;
    if (counted !== message_count) differs(`conversation ${id}, user ${person.id}: message_count is ${message_count} and not ${counted}`);
    const ofOthers = messages.filter(({ author_id }) => author_id !== person.id);
    if (ofOthers.length > 0 && workflow_state !== 'unread' && !ledger.opened.has(placeKey(id, person.id))) {
      differs(`conversation ${id}, user ${person.id}: is ${workflow_state}, and nobody has opened it`);
    }
    for (const { body } of ofOthers) {
      const mark = markIn(body);
      if (mark !== undefined) received.set(mark, (received.get(mark) ?? 0) + 1);
    }
  }
  return received;
}

/** Every message came once to each whom it was sent to, and unread counts are what they count. Notes of planners are there as well. */
export async function checkConversations(checking: Checking): Promise<void> {
  const { ask, school, ledger, differs } = checking;
  const all = expected(ledger.messages);
  const check = async (person: Person) => {
    const { certain = new Set<string>(), perhaps = new Set<string>() } = all.get(person.id) ?? {};
    const received = await receivedBy(checking, person);
    for (const mark of certain) if (!received.has(mark)) differs(`user ${person.id}: message ${mark} did not come`);
    for (const [mark, times] of received) {
      if (times > 1) differs(`user ${person.id}: message ${mark} came ${times} times`);
      if (!certain.has(mark) && !perhaps.has(mark)) differs(`user ${person.id}: message ${mark} was not sent to them`);
    }
    const notes = ledger.notes.of(person.id);
    if (notes.length === 0) return;
    const titles = (await ask.all(person, '/planner_notes?per_page=100', Note)).map(({ title }) => markIn(title));
    for (const { mark, sure } of notes) {
      const times = titles.filter((one) => one === mark).length;
      if (times > 1 || (sure && times === 0)) differs(`user ${person.id}: note ${mark} is there ${times} times`);
    }
  };
  const careful = (person: Person) =>
    check(person).catch((error: unknown) => differs(`user ${person.id} cannot be checked: ${String(error)}`));
  await each(
    school.people.filter(({ actor }) => actor.role !== 'registrar'),
    careful,
    AT_ONCE,
  );
}
