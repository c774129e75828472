import { z } from 'zod';
import { couldBe, type Entry, type Ledger, placeKey, type Write } from '../ledger.ts';
import { markIn } from '../plan.ts';
import { type Course, type Person, staying, type Topic } from '../school.ts';
import type { Checking } from './check.ts';

const Shown = z.object({
  id: z.int(),
  user_id: z.int().optional(),
  message: z.string().nullish(),
  deleted: z.boolean().optional(),
  get replies() {
    return z.array(Shown).optional();
  },
});
type Shown = z.infer<typeof Shown>;
const View = z.object({ unread_entries: z.array(z.int()), view: z.array(Shown), new_entries: z.array(Shown) });
const ListedTopic = z.object({ id: z.int(), unread_count: z.int(), discussion_subentry_count: z.int() });

const flat = (entries: readonly Shown[]): Shown[] => entries.flatMap((one) => [one, ...flat(one.replies ?? [])]);

async function viewOf({ ask }: Checking, course: Course, topic: Topic, by: Person) {
  const { unread_entries, view, new_entries } = await ask.one(
    by,
    `${course.path}/discussion_topics/${topic.id}/view?include_new_entries=1`,
    View,
  );
  return { unread: unread_entries, entries: new Map([...flat(view), ...new_entries].map((one) => [one.id, one])) };
}

/** What a person may have of an entry: read or not. What is marked as a whole may have come before the entry or after it. */
export function readBy(userId: number, entry: Entry, readings: ReturnType<Ledger['readings']['of']>): boolean[] {
  const writes: Write<boolean>[] = [{ value: entry.author === userId, from: entry.from, to: entry.to, sure: true }];
  for (const { entryId, read, from, to, sure } of readings) {
    if (entryId !== null ? entryId !== entry.id : to < entry.from) continue;
    const meansIt = entryId !== null || from > entry.to;
    writes.push({ value: read, from, to, sure: sure && meansIt });
  }
  return [...new Set(couldBe(writes))];
}

function checkEntries({ ledger, differs }: Checking, topic: Topic, found: ReadonlyMap<number, Shown>): Entry[] {
  const sent = ledger.entries.of(topic.id);
  const open = new Map(sent.filter(({ id }) => id === null).map((entry) => [entry.mark, entry]));
  const byId = new Map(sent.map((entry) => [entry.id, entry]));
  const active: Entry[] = [];
  for (const { id, mark, sure } of sent)
    if (sure && id !== null && !found.has(id)) differs(`topic ${topic.id}: entry ${id} (${mark}) is gone`);
  for (const shown of found.values()) {
    const mark = markIn(shown.message ?? '') ?? '';
    const entry = byId.get(shown.id) ?? open.get(mark);
    const what = `topic ${topic.id}, entry ${shown.id}`;
    if (!entry) {
      differs(`${what}: nobody sent it, or it is there twice`);
      continue;
    }
    open.delete(mark);
    const isDeleted = shown.deleted === true;
    if (isDeleted ? !ledger.deleted.couldBe(entry.mark) : ledger.deleted.isSure(entry.mark)) {
      differs(`${what}: is ${isDeleted ? '' : 'not '}deleted`);
    }
    if (isDeleted) continue;
    active.push({ ...entry, id: shown.id });
    const words = ledger.words.couldBe(entry.mark) ?? [];
    if (!words.includes(mark)) differs(`${what}: says ${mark} and not ${words.join(' or ')}`);
  }
  return active;
}

/** How many of the entries somebody may have unread: at least and at most. */
function unreadOf({ ledger }: Checking, topic: Topic, userId: number, active: readonly Entry[]): [number, number] {
  const readings = ledger.readings.of(placeKey(topic.id, userId));
  const each = active.map((entry) => readBy(userId, entry, readings));
  return [each.filter((could) => !could.includes(true)).length, each.filter((could) => could.includes(false)).length];
}

/** So many of a course are asked for their view, too. */
const VIEWERS = 2;

/** Every entry that was acknowledged is there as it was changed last, and everybody is shown as many unread as they have. */
export async function checkDiscussions(checking: Checking, course: Course): Promise<void> {
  const { ask, differs } = checking;
  const [teacher] = course.teachers;
  if (!teacher) return;
  const active = new Map<number, Entry[]>();
  for (const topic of course.topics) {
    active.set(topic.id, checkEntries(checking, topic, (await viewOf(checking, course, topic, teacher)).entries));
  }
  for (const [i, person] of [...course.teachers, ...staying(course)].entries()) {
    const listed = await ask.all(person, `${course.path}/discussion_topics?per_page=100`, ListedTopic);
    for (const topic of course.topics) {
      const what = `topic ${topic.id}, user ${person.id}`;
      const shown = listed.find(({ id }) => id === topic.id);
      if (!shown) {
        differs(`${what}: the topic is not in the list`);
        continue;
      }
      const entries = active.get(topic.id) ?? [];
      const [least, most] = unreadOf(checking, topic, person.id, entries);
      if (shown.unread_count < least || shown.unread_count > most) {
        differs(`${what}: unread_count is ${shown.unread_count} and not ${least === most ? least : `${least} to ${most}`}`);
      }
      if (shown.discussion_subentry_count !== entries.length) {
        differs(`${what}: discussion_subentry_count is ${shown.discussion_subentry_count} and not ${entries.length}`);
      }
      if (i >= VIEWERS) continue;
      const { unread } = await viewOf(checking, course, topic, person);
      if (unread.length !== shown.unread_count)
        differs(`${what}: the view has ${unread.length} unread entries and not ${shown.unread_count}`);
    }
  }
}
