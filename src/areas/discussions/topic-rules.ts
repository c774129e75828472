import type { Room } from './rooms.ts';
import type { TopicRow } from './topic-rows.ts';

/** By hand a topic is locked for everybody; by its date for all but moderators (D5.5). */
export const lockedByDate = (topic: Pick<TopicRow, 'lockAt'>, now: Date): boolean => topic.lockAt !== null && topic.lockAt <= now;

export const isLocked = (topic: Pick<TopicRow, 'locked' | 'lockAt'>, now: Date): boolean => topic.locked || lockedByDate(topic, now);

/** Whether a date keeps the caller from posting (D5.5). */
export const lockedForUser = (topic: Pick<TopicRow, 'lockAt'>, room: Pick<Room, 'oversees'>, now: Date): boolean =>
  lockedByDate(topic, now) && !room.oversees;

const LOCKED = 'This topic is locked.';

export function lockExplanation(lockAt: Date | null, timeZone: string): string {
  if (lockAt === null) return LOCKED;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(lockAt);
  return `This topic was locked ${date}.`;
}

/** The sentence that refuses the caller's entries; null where there is none. */
export function refusalToPost(
  topic: Pick<TopicRow, 'locked' | 'lockAt'>,
  room: Pick<Room, 'moderates'>,
  now: Date,
  timeZone: string,
): string | null {
  if (topic.locked) return LOCKED;
  return lockedByDate(topic, now) && !room.moderates ? lockExplanation(topic.lockAt, timeZone) : null;
}

export const HOLDS = ['topic_is_announcement', 'initial_post_required', 'not_in_group_set', 'not_in_group'] as const;
export type Hold = (typeof HOLDS)[number];

/** Who has yet to post before seeing what others did (D5.8). */
export const owesInitialPost = (topic: Pick<TopicRow, 'posted'>, room: Pick<Room, 'oversees'>): boolean => !topic.posted && !room.oversees;

/** Why the caller is told of no new entries, whatever the subscription says; the first of the reasons (D5.11). */
export function subscriptionHold(
  topic: Pick<TopicRow, 'isAnnouncement' | 'posted' | 'groupCategoryId' | 'inGroupSet'>,
  room: Pick<Room, 'kind' | 'oversees' | 'joined'>,
): Hold | null {
  if (topic.isAnnouncement) return 'topic_is_announcement';
  if (owesInitialPost(topic, room)) return 'initial_post_required';
  if (topic.groupCategoryId !== null && !topic.inGroupSet) return 'not_in_group_set';
  return room.kind === 'group' && !room.joined ? 'not_in_group' : null;
}

/** Students' own topics and entries are theirs to change where the course says so (D2, course settings). */
const keepsOwn = (topic: Pick<TopicRow, 'studentsEdit'>, room: Pick<Room, 'posts' | 'student'>): boolean =>
  room.posts && (room.student === null || topic.studentsEdit);

export const mayEditTopic = (
  topic: Pick<TopicRow, 'userId' | 'studentsEdit' | 'locked' | 'lockAt'>,
  room: Pick<Room, 'moderates' | 'posts' | 'student'>,
  userId: number,
  now: Date,
): boolean => room.moderates || (topic.userId === userId && !isLocked(topic, now) && keepsOwn(topic, room));

export const mayDeleteTopic = (
  topic: Pick<TopicRow, 'userId' | 'studentsEdit' | 'entryCount'>,
  room: Pick<Room, 'moderates' | 'posts' | 'student'>,
  userId: number,
): boolean => room.moderates || (topic.userId === userId && topic.entryCount === 0 && keepsOwn(topic, room));

/** part-a, entries rule 1. */
export const mayChangeEntry = (
  entry: { userId: number },
  topic: Pick<TopicRow, 'studentsEdit'>,
  room: Pick<Room, 'moderates' | 'posts' | 'student'>,
  userId: number,
): boolean => room.moderates || (entry.userId === userId && keepsOwn(topic, room));

/** Whoever may post may attach files; students where the course lets them (D5.3). */
export const mayAttach = (topic: Pick<TopicRow, 'studentsAttach'>, room: Pick<Room, 'posts' | 'student'>): boolean =>
  room.posts && (room.student === null || topic.studentsAttach);
