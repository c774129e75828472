import { describe, expect, test } from 'vitest';
import type { Lock } from '../../../../src/areas/assignments/locking.ts';
import { HOLDS } from '../../../../src/areas/discussions/schemas.ts';
import {
  isLocked,
  lockExplanation,
  lockedForUser,
  mayAttach,
  mayChangeEntry,
  mayDeleteTopic,
  mayEditTopic,
  refusalToPost,
  subscriptionHold,
} from '../../../../src/areas/discussions/topics/rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const PAST = new Date('2026-03-01T11:59:59Z');
const LATER = new Date('2026-03-01T12:00:01Z');
const AUTHOR = 1;
const OTHER = 2;

const topic = {
  userId: AUTHOR,
  locked: false,
  lockAt: null as Date | null,
  isAnnouncement: false,
  posted: true,
  groupCategoryId: null as number | null,
  assignmentId: null as number | null,
  rootTopicId: null as number | null,
  assigned: null,
  gate: null,
  inGroupSet: false,
  answered: false,
  entryCount: 0,
};
const student = {
  kind: 'course' as const,
  oversees: false,
  moderates: false,
  posts: true,
  joined: false,
  student: { courseId: 1, accounts: [1], attach: true, edit: true },
  studentOfRoot: null,
};
/** In a course that lets its students do nothing but write. */
const bound = { ...student, student: { courseId: 1, accounts: [1], attach: false, edit: false } };
const moderator = { ...student, oversees: true, moderates: true, student: null };
const observer = { ...student, posts: false };
const member = { ...student, kind: 'group' as const, joined: true, student: null, studentOfRoot: bound.student };
const child = { ...topic, rootTopicId: 7 };

// discussions#35, discussions#36
describe('locks', () => {
  test.each([
    ['nothing', { locked: false, lockAt: null }, false, false],
    ['by hand', { locked: true, lockAt: null }, true, false],
    ['a date to come', { locked: false, lockAt: LATER }, false, false],
    ['a date that is now', { locked: false, lockAt: NOW }, true, true],
    ['a past date', { locked: false, lockAt: PAST }, true, true],
    ['both', { locked: true, lockAt: PAST }, true, true],
  ])('%s', (_name, lock, locked, forUser) => {
    expect(isLocked(lock, NOW)).toBe(locked);
    expect(lockedForUser({ ...topic, ...lock }, student, NOW)).toBe(forUser);
    expect(lockedForUser({ ...topic, ...lock }, moderator, NOW)).toBe(false);
  });

  // discussions#37
  test('by hand refuses everybody, by date all but moderators', () => {
    const refused = (lock: { locked: boolean; lockAt: Date | null }) =>
      [student, moderator].map((context) => refusalToPost({ ...topic, ...lock }, context, NOW, 'UTC'));
    expect(refused({ locked: false, lockAt: LATER })).toEqual([null, null]);
    expect(refused({ locked: true, lockAt: null })).toEqual(['This topic is locked.', 'This topic is locked.']);
    expect(refused({ locked: false, lockAt: PAST })).toEqual([lockExplanation({ lockAt: PAST, assigned: null, gate: null }, 'UTC'), null]);
  });

  // discussions#36, discussions#86
  test('by dates are those of the assignment where there is one, for whom it keeps out and for nobody else', () => {
    const assigned = (lock: Lock | null) => ({ ...topic, assigned: { lock, shown: null } });
    const of = (one: ReturnType<typeof assigned>) =>
      [student, moderator].map((context) => [lockedForUser(one, context, NOW), refusalToPost(one, context, NOW, 'UTC')]);
    const until = [true, expect.stringMatching(/^This assignment is locked until March 1, 2026/)];
    expect(of(assigned({ by: 'unlock_at', at: LATER }))).toEqual([until, until]);
    expect(of({ ...assigned(null), lockAt: PAST })).toEqual([
      [false, null],
      [false, null],
    ]);
    const byHand = { ...assigned({ by: 'lock_at', at: PAST }), locked: true };
    expect(refusalToPost(byHand, student, NOW, 'UTC')).toBe('This topic is locked.');
  });

  test('are not named where there are none', () => {
    expect(lockExplanation({ lockAt: null, assigned: null, gate: null }, 'UTC')).toBe('This topic is locked.');
  });

  // discussions#36
  test('are explained in the zone of who asks', () => {
    expect(lockExplanation({ lockAt: PAST, assigned: null, gate: null }, 'UTC')).toBe(
      'This topic was locked March 1, 2026 at 11:59:59 AM UTC.',
    );
    expect(lockExplanation({ lockAt: PAST, assigned: null, gate: null }, 'Europe/Lisbon')).toContain('11:59:59');
    expect(lockExplanation({ lockAt: PAST, assigned: null, gate: null }, 'America/Denver')).toContain('4:59:59');
  });
});

// discussions#71
describe('holds of subscriptions, in their order', () => {
  test('are four', () => {
    expect(HOLDS).toEqual(['topic_is_announcement', 'initial_post_required', 'not_in_group_set', 'not_in_group']);
  });

  const none = { ...topic, posted: true };
  test.each([
    ['none', none, student, null],
    ['an announcement', { ...none, isAnnouncement: true, posted: false, groupCategoryId: 1 }, student, 'topic_is_announcement'],
    ['an announcement, for moderators too', { ...none, isAnnouncement: true }, moderator, 'topic_is_announcement'],
    ['an initial post', { ...none, posted: false, groupCategoryId: 1 }, student, 'initial_post_required'],
    ['not for moderators', { ...none, posted: false }, moderator, null],
    ['no group of the set', { ...none, groupCategoryId: 1 }, student, 'not_in_group_set'],
    ['no group of the set, for moderators too', { ...none, groupCategoryId: 1 }, moderator, 'not_in_group_set'],
    ['a group of the set', { ...none, groupCategoryId: 1, inGroupSet: true }, student, null],
    ['a member', none, member, null],
    ['no member', none, { ...moderator, kind: 'group' as const }, 'not_in_group'],
  ])('%s', (_name, of, context, hold) => expect(subscriptionHold(of, context)).toBe(hold));
});

describe('rights', () => {
  const edits = (of: typeof topic, context: typeof student | typeof moderator | typeof member, userId = AUTHOR) =>
    mayEditTopic(of, context, userId, NOW);
  // discussions#5
  test('a topic is edited by its author while it is not locked, and by moderators', () => {
    expect(edits(topic, student)).toBe(true);
    expect(edits(topic, student, OTHER)).toBe(false);
    expect(edits({ ...topic, locked: true }, student)).toBe(false);
    expect(edits({ ...topic, lockAt: PAST }, student)).toBe(false);
    expect(edits(topic, bound)).toBe(false);
    expect(edits({ ...topic, locked: true }, moderator, OTHER)).toBe(true);
    expect(edits(topic, observer)).toBe(false);
  });
  // discussions#6
  test('a topic is deleted by its author while it has no entries, and by moderators', () => {
    expect(mayDeleteTopic(topic, student, AUTHOR)).toBe(true);
    expect(mayDeleteTopic(topic, student, OTHER)).toBe(false);
    expect(mayDeleteTopic({ ...topic, entryCount: 1 }, student, AUTHOR)).toBe(false);
    expect(mayDeleteTopic({ ...topic, answered: true }, student, AUTHOR)).toBe(false);
    expect(mayDeleteTopic(topic, bound, AUTHOR)).toBe(false);
    expect(mayDeleteTopic({ ...topic, entryCount: 1, answered: true }, moderator, OTHER)).toBe(true);
  });
  // discussions#73
  test('a topic that has a root is changed and deleted by nobody', () => {
    expect([edits(child, member), edits(child, moderator)]).toEqual([false, false]);
    expect([member, moderator].map((context) => mayDeleteTopic(child, context, AUTHOR))).toEqual([false, false]);
  });
  // discussions#42
  test('an entry is changed by its author and by moderators', () => {
    const changes = (context: typeof student | typeof moderator | typeof member, userId: number, of = topic) =>
      mayChangeEntry({ userId: AUTHOR }, { topic: of, context }, userId);
    expect(changes(student, AUTHOR)).toBe(true);
    expect(changes(student, OTHER)).toBe(false);
    expect(changes(bound, AUTHOR)).toBe(false);
    expect(changes(moderator, OTHER)).toBe(true);
    expect([changes(member, AUTHOR), changes(member, AUTHOR, child)]).toEqual([true, false]);
    const moderating = { ...member, moderates: true };
    expect([changes(moderating, AUTHOR, child), changes(moderating, OTHER, child)]).toEqual([false, true]);
  });
  // discussions#16
  test('files are attached by who may post, by students where the course lets them', () => {
    expect([student, moderator, member].map((context) => mayAttach(topic, context))).toEqual([true, true, true]);
    expect([observer, bound].map((context) => mayAttach(topic, context))).toEqual([false, false]);
    expect([member, { ...member, studentOfRoot: null }].map((context) => mayAttach(child, context))).toEqual([false, true]);
  });
});
