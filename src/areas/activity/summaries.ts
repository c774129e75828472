import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import { StreamType } from '../../store/generated/enums.ts';
import type { Count } from '../../store/stored/stream-counts.ts';
import { countsIn, ELSEWHERE, inCourse, inGroup } from './counts.ts';
import type { SummaryEntry } from './schemas.ts';
import type { Of } from './stream.ts';

/** The places in which what is asked for may be counted, of all in which the caller takes part. */
function placesOf({ courses, groups }: FoundSelf, of: Of): number[] {
  const asked = (kind: 'course' | 'group', id: number): boolean => of.kind === 'user' || (of.kind === kind && of.id === id);
  return [
    ELSEWHERE,
    ...courses.flatMap(({ id }) => (asked('course', id) ? inCourse(id) : [])),
    ...groups.flatMap(({ id }) => (asked('group', id) ? inGroup(id) : [])),
  ];
}

const isOf = ({ courseId, groupId }: Count, of: Of): boolean => of.kind === 'user' || (of.kind === 'course' ? courseId : groupId) === of.id;

/** By type, then by category: no two entries have both in common. */
const inOrder = (one: SummaryEntry, other: SummaryEntry): number =>
  Object.values(StreamType).indexOf(one.type) - Object.values(StreamType).indexOf(other.type) ||
  ((one.notification_category ?? '') < (other.notification_category ?? '') ? -1 : 1);

/** One entry for each type, and for each category of messages (activity#22). */
export function summed(counts: readonly Count[]): SummaryEntry[] {
  const entries = new Map<string, SummaryEntry>();
  for (const { type, category, count, unread } of counts) {
    const key = `${type} ${category}`;
    const before = entries.get(key) ?? { type, notification_category: category, count: 0, unread_count: 0 };
    entries.set(key, { ...before, count: before.count + count, unread_count: before.unread_count + unread });
  }
  return [...entries.values()].sort(inOrder);
}

/** activity#22: of all of the caller's stream, or of one context of theirs. */
export async function summarize(ctx: Ctx, self: FoundSelf, of: Of): Promise<SummaryEntry[]> {
  const counts = await countsIn(ctx, placesOf(self, of));
  return summed(counts.filter((one) => isOf(one, of)));
}
