import { describe, expect, test } from 'vitest';
import { type Changeable, changed, mayAsk, ofBoth, requireLockedLater } from '../../../../src/areas/discussions/topic-changes/requests.ts';
import { ApiError } from '../../../../src/kernel/errors.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const PAST = new Date('2026-02-01T12:00:00Z');
const SOON = new Date('2026-04-01T12:00:00Z');
const LATER = new Date('2026-05-01T12:00:00Z');

const topic: Changeable = {
  title: 'Topic',
  message: 'text',
  type: 'side_comment',
  isAnnouncement: false,
  state: 'active',
  pinned: false,
  locked: false,
  requireInitialPost: false,
  podcastEnabled: false,
  podcastHasStudentPosts: false,
  allowRating: false,
  onlyGradersCanRate: false,
  sortByRating: false,
  postedAt: PAST,
  delayedPostAt: null,
  lockAt: null,
  groupCategoryId: null,
  assignmentId: null,
};
const draft: Changeable = { ...topic, state: 'draft', postedAt: null };
const delayed: Changeable = { ...topic, state: 'delayed', postedAt: null, delayedPostAt: SOON };

// discussions#30, discussions#31
describe('when a topic is posted', () => {
  test.each([
    ['it stays', {}, topic, 'active', PAST],
    ['a draft by hand', { published: false }, topic, 'draft', null],
    ['a draft stays one', { title: 'x' }, draft, 'draft', null],
    ['published by hand', { published: true }, draft, 'active', NOW],
    ['a date to come', { delayed_post_at: SOON }, topic, 'delayed', null],
    ['a date to come, of a draft', { delayed_post_at: SOON }, draft, 'delayed', null],
    ['a date to come, and a draft by hand', { delayed_post_at: SOON, published: false }, topic, 'draft', null],
    ['published by hand before its date', { published: true }, delayed, 'delayed', null],
    ['what it shows already', { published: false }, delayed, 'delayed', null],
    ['what it shows already, with its date', { published: false, delayed_post_at: SOON }, delayed, 'delayed', null],
    ['a draft by hand of one that has a date, which moves', { published: false, delayed_post_at: LATER }, delayed, 'draft', null],
    ['a draft by hand of one that has a date, which ends', { published: false, delayed_post_at: null }, delayed, 'draft', null],
    ['a past date', { delayed_post_at: PAST }, topic, 'active', PAST],
    ['a date that has come', { delayed_post_at: NOW }, delayed, 'active', NOW],
    ['a date moved into the past', { delayed_post_at: PAST }, delayed, 'active', NOW],
    ['a date cleared', { delayed_post_at: null }, delayed, 'active', NOW],
  ] as const)('%s', (_name, sent, before, state, postedAt) => {
    const after = changed(sent, before, null, NOW);
    expect([after.state, after.postedAt]).toEqual([state, postedAt]);
  });
});

// discussions#35
describe('when a topic is locked', () => {
  const closed = { ...topic, lockAt: PAST };
  const byHand = { ...topic, locked: true, lockAt: SOON };
  test.each([
    ['by hand', { locked: true }, topic, true, null],
    ['opened by hand', { locked: false }, byHand, false, SOON],
    ['opened by hand after its date', { locked: false }, closed, false, null],
    ['not by hand by sending back what it answers after its date', { locked: true, lock_at: PAST }, closed, false, PAST],
    ['by hand after its date', { locked: true }, closed, true, PAST],
    ['by a date', { lock_at: SOON }, topic, false, SOON],
    ['opened by moving the date', { lock_at: LATER }, byHand, false, LATER],
    ['opened by clearing the date', { lock_at: null }, byHand, false, null],
    ['not by sending the same date', { lock_at: SOON }, byHand, true, SOON],
    ['by hand although the date moves', { lock_at: LATER, locked: true }, topic, true, LATER],
    ['not by other changes', { title: 'x' }, byHand, true, SOON],
  ] as const)('%s', (_name, sent, before, locked, lockAt) => {
    const after = changed(sent, before, null, NOW);
    expect([after.locked, after.lockAt]).toEqual([locked, lockAt]);
  });
});

// discussions#19
describe('a podcast', () => {
  test.each([
    ['of student posts is one', { podcast_has_student_posts: true }, topic, true, true],
    ['ends with both', { podcast_enabled: false }, { ...topic, podcastEnabled: true, podcastHasStudentPosts: true }, false, false],
    ['stays', {}, { ...topic, podcastEnabled: true }, true, false],
    ['stays one of student posts', {}, { ...topic, podcastEnabled: true, podcastHasStudentPosts: true }, true, true],
    [
      'goes on without student posts',
      { podcast_has_student_posts: false },
      { ...topic, podcastEnabled: true, podcastHasStudentPosts: true },
      true,
      false,
    ],
    ['is none', {}, topic, false, false],
  ] as const)('%s', (_name, sent, before, enabled, students) => {
    const after = changed(sent, before, null, NOW);
    expect([after.podcastEnabled, after.podcastHasStudentPosts]).toEqual([enabled, students]);
  });
});

test('what is sent takes the place of what stood, also where it says no or nothing', () => {
  const before = { ...topic, isAnnouncement: true, pinned: true, requireInitialPost: true, groupCategoryId: 3, assignmentId: 4 };
  expect(changed({}, before, 3, NOW)).toEqual(before);
  const sent = {
    is_announcement: false,
    pinned: false,
    require_initial_post: false,
    message: '',
    title: 'x',
    discussion_type: 'threaded',
  } as const;
  const said = { isAnnouncement: false, pinned: false, requireInitialPost: false, message: '', title: 'x', type: 'threaded' };
  expect(changed(sent, before, 5, NOW)).toEqual({ ...before, ...said, groupCategoryId: 5 });
});

// discussions#17, discussions#18
describe('what makes no sense', () => {
  test.each([
    ['an announcement that says nothing', { is_announcement: true, message: ' ' }, topic, 'message'],
    ['an announcement that shows nothing', { is_announcement: true, message: '<p> </p>' }, topic, 'message'],
    ['an announcement whose text is cleared', { message: null }, { ...topic, isAnnouncement: true }, 'message'],
  ] as const)('%s', (_name, sent, before, field) => {
    const error = (() => {
      try {
        return changed(sent, before, null, NOW);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(Array) } } });
  });
});

// discussions#33
test('a topic is locked after it is posted', () => {
  const locked = (delayedPostAt: Date | null, lockAt: Date | null) => () => requireLockedLater({ delayedPostAt, lockAt });
  for (const lockAt of [PAST, SOON]) expect(locked(SOON, lockAt)).toThrow(ApiError);
  for (const [delayedPostAt, lockAt] of [
    [SOON, LATER],
    [SOON, null],
    [null, PAST],
  ] as const)
    expect(locked(delayedPostAt, lockAt)).not.toThrow();
});

// discussions#4
describe('who may ask for what', () => {
  const student = { moderates: false, drafts: false, announces: false };
  const designer = { moderates: true, drafts: false, announces: true };
  const teacher = { moderates: true, drafts: true, announces: true };
  const member = { moderates: false, drafts: false, announces: true };
  const id = { by: 'id', id: 1 } as const;
  test.each([
    ['texts', { title: 'x', message: 'y', discussion_type: 'threaded', require_initial_post: true }, [true, true, true, true]],
    ['a draft', { published: false }, [false, false, true, false]],
    ['an announcement', { is_announcement: true }, [false, true, true, true]],
    ['pinning', { pinned: true }, [false, true, true, false]],
    ['locking', { locked: true }, [false, true, true, false]],
    ['a place', { position_after: id }, [false, true, true, false]],
    ['a podcast', { podcast_enabled: true }, [false, true, true, false]],
    ['a podcast of students', { podcast_has_student_posts: true }, [false, true, true, false]],
    ['a date of posting', { delayed_post_at: SOON }, [false, true, true, false]],
    ['a date of locking', { lock_at: SOON }, [false, true, true, false]],
    ['groups', { group_category_id: id }, [false, true, true, false]],
    ['an assignment', { assignment: { points_possible: 5 } }, [false, true, true, false]],
    ['an assignment of which nothing is said', { assignment: {} }, [false, true, true, false]],
    ['no assignment where there is none', { assignment: { set_assignment: false, points_possible: 5 } }, [true, true, true, true]],
    ['an assignment that is null', { assignment: null }, [true, true, true, true]],
    [
      'what is so already',
      { published: true, pinned: false, locked: false, is_announcement: false, lock_at: null, group_category_id: null },
      [true, true, true, true],
    ],
  ] as const)('%s', (_name, sent, allowed) =>
    expect([student, designer, teacher, member].map((room) => mayAsk(sent, topic, room))).toEqual(allowed),
  );
});

// discussions#4
test('the group set that a topic has is asked for by nobody, another one or none by who moderates', () => {
  const of = { ...topic, groupCategoryId: 1 };
  const asks = (id: number | null) => {
    const sent = { group_category_id: id === null ? null : ({ by: 'id', id } as const) };
    return [false, true].map((moderates) => mayAsk(sent, of, { moderates, drafts: moderates, announces: moderates }));
  };
  expect([1, 2, null].map(asks)).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
});

// discussions#4
test('of a delayed topic what it shows is asked for by nobody, a draft by those who make drafts', () => {
  const rooms = [false, true].map((drafts) => ({ moderates: true, drafts, announces: true }));
  const asks = (sent: Parameters<typeof mayAsk>[0]) => rooms.map((room) => mayAsk(sent, delayed, room));
  expect(asks({ published: false, delayed_post_at: SOON })).toEqual([true, true]);
  expect(asks({ published: false, delayed_post_at: null })).toEqual([false, true]);
});

// discussions#7
test('the end of an assignment is asked for by moderators alone', () => {
  const sent = { assignment: { set_assignment: false } };
  const rooms = [false, true].map((moderates) => ({ moderates, drafts: moderates, announces: moderates }));
  expect(rooms.map((room) => mayAsk(sent, { ...topic, assignmentId: 1 }, room))).toEqual([false, true]);
});

// discussions#82
describe('what is said of an assignment alone is said of its topic, which goes before', () => {
  const assignment = { description: 'a', lock_at: SOON, published: false };
  test.each([
    ['the assignment alone', { assignment }, true, { message: 'a', lock_at: SOON, published: false }],
    ['both', { message: 't', lock_at: null, published: true, assignment }, true, { message: 't', lock_at: null, published: true }],
    ['the topic without its text', { message: null, assignment }, true, { message: null, lock_at: SOON, published: false }],
    ['no draft state', { assignment }, false, { message: 'a', lock_at: SOON, published: undefined }],
    ['no assignment', { title: 'x' }, true, { title: 'x' }],
    ['one that ends', { assignment: { ...assignment, set_assignment: false } }, true, {}],
  ] as const)('%s', (_name, sent, draftState, said) => {
    const { assignment: _, ...topicOnly } = ofBoth(sent, draftState);
    expect(topicOnly).toEqual(said);
  });
});
