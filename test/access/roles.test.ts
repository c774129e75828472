import { describe, expect, test } from 'vitest';
import type { Caller } from '../../src/access/caller.ts';
import { accessIn, accountRoles, activityToNote, courseRoles, fileAccess, groupRoles, userRoles } from '../../src/access/context-access.ts';
import type { FoundCollection, FoundEntry, OwnEnrollment } from '../../src/access/found.ts';
import { type Held, may, type Role } from '../../src/access/permissions.ts';

type Course = Parameters<typeof courseRoles>[1];
type Group = Parameters<typeof groupRoles>[1];
type User = Parameters<typeof userRoles>[1];

const caller = { userId: 7, rootAccountId: 1, adminOf: [] as number[] };
const admin = { ...caller, adminOf: [10] };

const enrollment = (
  type: OwnEnrollment['type'],
  state: OwnEnrollment['state'] = 'active',
  extra: Partial<OwnEnrollment> = {},
): OwnEnrollment => ({
  id: 1,
  type,
  state,
  sectionId: 5,
  associatedUserId: null,
  limited: false,
  quiet: false,
  ...extra,
});
/** A published course in account 20, below 10, below root account 1. */
const course = (extra: Partial<Course> = {}): Course => ({
  id: 3,
  accountId: 20,
  rootAccountId: 1,
  state: 'available',
  isPublic: false,
  name: 'Course',
  studentsAttach: true,
  studentsEdit: true,
  gated: false,
  chain: [20, 10, 1],
  enrollments: [],
  ...extra,
});
const group = (extra: Partial<Group> = {}): Group => ({
  id: 4,
  rootAccountId: 1,
  groupCategoryId: null,
  isPublic: false,
  joinLevel: 'invitation_only',
  accountId: 20,
  chain: [20, 10, 1],
  membership: null,
  course: null,
  ...extra,
});
const courseGroup = (inCourse: Course, extra: Partial<Group> = {}): Group =>
  group({ accountId: null, chain: [], course: inCourse, groupCategoryId: 9, ...extra });

const sorted = (roles: ReadonlySet<Role>) => [...roles].sort();
function expectHeld(held: Held, roles: Role[], writing: Role[]): void {
  expect({ roles: sorted(held.roles), writing: sorted(held.writing) }).toEqual({ roles: roles.sort(), writing: writing.sort() });
}

/** What is refused is not there, as far as is told (access#22). */
function notThere(error: unknown): 'none' {
  expect(error).toMatchObject({ status: 404 });
  return 'none';
}

// access#3, access#5
describe('in an account', () => {
  test.each<[string, boolean, number[], Role[]]>([
    ['nobody', false, [], ['user']],
    ['who belongs to it', true, [], ['user', 'account_member']],
    ['who administers it', true, [20], ['user', 'account_member', 'admin']],
    ['who administers one above', false, [10], ['user', 'admin']],
    ['who administers one below', false, [30], ['user']],
  ])('%s', (_who, belongs, adminOf, roles) => {
    expectHeld(accountRoles({ adminOf }, { chain: [1, 10, 20], belongs }), roles, roles);
  });
});

// access#1
describe('in a course', () => {
  // access#8, access#10
  test.each<[OwnEnrollment['type'], Role]>([
    ['StudentEnrollment', 'student'],
    ['TeacherEnrollment', 'teacher'],
    ['TaEnrollment', 'ta'],
    ['DesignerEnrollment', 'designer'],
    ['ObserverEnrollment', 'observer'],
  ])('%s', (type, role) => {
    const staff = role === 'teacher' || role === 'ta' || role === 'designer';
    expectHeld(courseRoles(caller, course({ enrollments: [enrollment(type)] })), [role], [role]);
    // concluded for the person, or for all
    expectHeld(courseRoles(caller, course({ enrollments: [enrollment(type, 'completed')] })), [role], []);
    expectHeld(courseRoles(caller, course({ state: 'completed', enrollments: [enrollment(type)] })), [role], []);
    // not yet published: for staff only
    expectHeld(
      courseRoles(caller, course({ state: 'unpublished', enrollments: [enrollment(type)] })),
      staff ? [role] : [],
      staff ? [role] : [],
    );
    // invited: nothing but that
    expectHeld(courseRoles(caller, course({ enrollments: [enrollment(type, 'invited')] })), ['invited'], ['invited']);
    expectHeld(courseRoles(caller, course({ state: 'unpublished', enrollments: [enrollment(type, 'invited')] })), [], []);
  });

  test('who takes no part is nothing', () => {
    expectHeld(courseRoles(caller, course()), [], []);
  });

  // access#3
  test.each<Course['state']>(['unpublished', 'available', 'completed'])(
    'administrators of its accounts keep their rights while %s',
    (state) => {
      for (const adminOf of [[1], [10], [20]]) expectHeld(courseRoles({ ...caller, adminOf }, course({ state })), ['admin'], ['admin']);
      expectHeld(courseRoles({ ...caller, adminOf: [2, 30] }, course({ state })), [], []);
    },
  );

  // access#11
  test.each<[string, Partial<Course>, Role[]]>([
    ['published', {}, ['visitor']],
    ['completed', { state: 'completed' }, ['visitor']],
    ['unpublished', { state: 'unpublished' }, []],
    ['of another root account', { rootAccountId: 2 }, []],
  ])('a public course, %s, is read by visitors and written by none', (_which, extra, roles) => {
    expectHeld(courseRoles(caller, course({ isPublic: true, ...extra })), roles, []);
  });

  // access#9
  test('several enrollments add up', () => {
    const enrollments = [
      enrollment('StudentEnrollment', 'completed'),
      enrollment('TaEnrollment'),
      enrollment('TeacherEnrollment', 'invited'),
    ];
    expectHeld(courseRoles(caller, course({ enrollments })), ['student', 'ta', 'invited'], ['ta', 'invited']);
  });
});

describe('in a group of a course', () => {
  const member: Group['membership'] = { isMember: true, isInvited: false, moderator: false };
  const student = course({ enrollments: [enrollment('StudentEnrollment')] });

  test.each<[string, Course, Partial<Group>, Role[], Role[]]>([
    ['another student', student, {}, ['coursemate'], []],
    ['a member', student, { membership: member }, ['coursemate', 'member'], ['member']],
    [
      'a moderator',
      student,
      { membership: { ...member, moderator: true } },
      ['coursemate', 'member', 'moderator'],
      ['member', 'moderator'],
    ],
    ['the invited', student, { membership: { ...member, isMember: false, isInvited: true } }, ['coursemate', 'invited'], ['invited']],
    ['who asks to join', student, { membership: { ...member, isMember: false } }, ['coursemate'], []],
    ['who left', student, { membership: { ...member, isMember: false, moderator: true } }, ['coursemate'], []],
    ['a student, where one may join', student, { joinLevel: 'parent_context_auto_join' }, ['coursemate', 'neighbour'], ['neighbour']],
    ['a student, where one may ask', student, { joinLevel: 'parent_context_request' }, ['coursemate', 'neighbour'], ['neighbour']],
    ['a student, where it is public', student, { isPublic: true }, ['coursemate', 'neighbour'], ['neighbour']],
    ['an observer', course({ enrollments: [enrollment('ObserverEnrollment')] }), { isPublic: true }, ['coursemate'], []],
    ['a stranger', course(), { isPublic: true, joinLevel: 'parent_context_auto_join' }, [], []],
    ['a member who is in the course no more', course(), { membership: member }, [], []],
    ['a teacher', course({ enrollments: [enrollment('TeacherEnrollment')] }), {}, ['coursemate', 'teacher'], ['teacher']],
    ['a designer', course({ enrollments: [enrollment('DesignerEnrollment')] }), {}, ['coursemate', 'designer'], ['designer']],
    [
      'the invited who are invited to the course too',
      course({ enrollments: [enrollment('StudentEnrollment', 'invited')] }),
      { membership: { ...member, isMember: false, isInvited: true } },
      ['invited'],
      ['invited'],
    ],
    ['an assistant', course({ enrollments: [enrollment('TaEnrollment')] }), {}, ['coursemate', 'ta'], ['ta']],
    [
      'a teacher of a completed course',
      course({ state: 'completed', enrollments: [enrollment('TeacherEnrollment')] }),
      {},
      ['coursemate', 'teacher'],
      [],
    ],
    [
      'a member in a completed course',
      { ...student, state: 'completed' },
      { membership: { ...member, moderator: true } },
      ['coursemate', 'member', 'moderator'],
      [],
    ],
    [
      'a member whose enrollment is concluded',
      course({ enrollments: [enrollment('StudentEnrollment', 'completed')] }),
      { membership: member },
      ['coursemate', 'member'],
      [],
    ],
    [
      'the invited in a completed course',
      { ...student, state: 'completed' },
      { membership: { ...member, isMember: false, isInvited: true } },
      ['coursemate', 'invited'],
      [],
    ],
    ['a member while the course is unpublished', { ...student, state: 'unpublished' }, { membership: member }, [], []],
  ])('%s', (_who, inCourse, extra, roles, writing) => {
    expectHeld(groupRoles(caller, courseGroup(inCourse, extra)), roles, writing);
  });

  test('administrators of the course', () => {
    expectHeld(groupRoles(admin, courseGroup(course({ state: 'completed' }))), ['admin'], ['admin']);
  });
});

describe('in a community group', () => {
  test.each<[string, Partial<Group>, Role[]]>([
    ['a stranger', {}, []],
    ['a member', { membership: { isMember: true, isInvited: false, moderator: false } }, ['member']],
    ['a moderator', { membership: { isMember: true, isInvited: false, moderator: true } }, ['member', 'moderator']],
    ['a user of the root account, where it is public', { isPublic: true }, ['neighbour']],
    ['a user of the root account, where one may join', { joinLevel: 'parent_context_auto_join' }, ['neighbour']],
    ['a user of another root account', { isPublic: true, rootAccountId: 2 }, []],
  ])('%s', (_who, extra, roles) => {
    expectHeld(groupRoles(caller, group(extra)), roles, roles);
  });

  test('administrators of its accounts', () => {
    expectHeld(groupRoles(admin, group()), ['admin'], ['admin']);
    expectHeld(groupRoles({ ...caller, adminOf: [30] }, group()), [], []);
  });
});

// access#6
describe('to a user', () => {
  const none: User = { id: 8, rootAccountId: 1, inReach: false, outranks: false, instructor: false, staff: false, peer: false };

  test.each<[who: string, extra: Partial<User>, roles: Role[], writing?: Role[]]>([
    ['a stranger', {}, []],
    ['oneself', { id: 7 }, ['self']],
    ['an administrator with reach', { inReach: true }, ['admin', 'superior']],
    ['an administrator of somebody with more rights', { inReach: true, outranks: true }, ['admin'], []],
    ['an instructor, too', { inReach: true, outranks: true, instructor: true }, ['admin', 'instructor'], ['instructor']],
    ['somebody with more rights, out of reach', { outranks: true }, []],
    ['an instructor', { instructor: true, staff: true, peer: true }, ['instructor', 'staff', 'peer']],
    ['a designer of a course of theirs', { staff: true, peer: true }, ['staff', 'peer']],
    ['a peer', { peer: true }, ['peer']],
    ['an administrator, of oneself', { id: 7, inReach: true }, ['self', 'admin', 'superior']],
  ])('%s', (_who, extra, roles, writing = [...roles]) => {
    expectHeld(userRoles(caller, { ...none, ...extra }), roles, writing);
  });
});

describe('rights', () => {
  // access#10
  test('those that write need a role that may still write', () => {
    const ended = courseRoles(caller, course({ state: 'completed', enrollments: [enrollment('TeacherEnrollment')] }));
    expect(may(ended, 'course.read')).toBe(true);
    expect(may(ended, 'course.edit')).toBe(false);
    expect(may(courseRoles(admin, course({ state: 'completed' })), 'course.edit')).toBe(true);
  });

  // access#8, access#11
  test('visitors and the invited read the course alone', () => {
    for (const held of [
      courseRoles(caller, course({ isPublic: true })),
      courseRoles(caller, course({ enrollments: [enrollment('TeacherEnrollment', 'invited')] })),
    ]) {
      expect(may(held, 'course.read')).toBe(true);
      expect(may(held, 'course.people.read')).toBe(false);
      expect(may(held, 'sections.read')).toBe(false);
      expect(may(held, 'course.edit')).toBe(false);
    }
  });
});

const collection = (extra: Partial<FoundCollection> = {}): FoundCollection => ({
  id: 6,
  ownerId: 8,
  rootAccountId: 1,
  visibility: 'public',
  ...extra,
});

type AFile = Parameters<typeof fileAccess>[1];

// access#23
describe('in a file or folder', () => {
  const user = (extra: Partial<User> = {}): User => ({
    id: 8,
    rootAccountId: 1,
    inReach: false,
    outranks: false,
    instructor: false,
    staff: false,
    peer: false,
    ...extra,
  });
  const of = (owner: Partial<AFile>, concealed = false): AFile => ({
    id: 5,
    rootAccountId: 1,
    concealed,
    userId: owner.user?.id ?? null,
    user: null,
    course: null,
    groupId: owner.group?.id ?? null,
    group: null,
    ...owner,
  });
  const ENTRY: FoundEntry = {
    course: null,
    group: null,
    collection: null,
    topicId: 6,
    assignmentId: null,
    topicPosted: true,
    topicAuthorId: 8,
    hasPosted: true,
  };
  const enrolled = (type: OwnEnrollment['type'], extra: Partial<Course> = {}): AFile =>
    of({ course: course({ enrollments: [enrollment(type)], ...extra }) });
  const member = (extra: Partial<Group> = {}): AFile =>
    of({ group: group({ membership: { isMember: true, isInvited: false, moderator: false }, ...extra }) });

  /** What the caller may: nothing, as if it were not there; to see it; to manage it too. */
  const rights = (found: AFile, who: Parameters<typeof fileAccess>[0] = caller): 'none' | 'see' | 'manage' => {
    try {
      return may(fileAccess(who, found), 'file.manage') ? 'manage' : 'see';
    } catch (error) {
      return notThere(error);
    }
  };

  test.each<[string, AFile, ReturnType<typeof rights>]>([
    ['of the caller', of({ user: user({ id: caller.userId }) }), 'manage'],
    ['of somebody within reach', of({ user: user({ inReach: true }) }), 'manage'],
    ['of a student, to a teacher', of({ user: user({ instructor: true, staff: true, peer: true }) }), 'none'],
    ['of a stranger', of({ user: user() }), 'none'],
    ['of a course, to its teacher', enrolled('TeacherEnrollment'), 'manage'],
    ['of a course, to its TA', enrolled('TaEnrollment'), 'manage'],
    ['of a course, to its designer', enrolled('DesignerEnrollment'), 'manage'],
    ['of a course, to its student', enrolled('StudentEnrollment'), 'see'],
    ['of a course, to its observer', enrolled('ObserverEnrollment'), 'see'],
    ['of a course that is over, to its teacher', enrolled('TeacherEnrollment', { state: 'completed' }), 'see'],
    ['of an unpublished course, to its student', enrolled('StudentEnrollment', { state: 'unpublished' }), 'none'],
    ['of a course, to the invited', of({ course: course({ enrollments: [enrollment('TeacherEnrollment', 'invited')] }) }), 'none'],
    ['of a public course, to a visitor', of({ course: course({ isPublic: true }) }), 'none'],
    ['of a group, to a member', member(), 'manage'],
    ['of a group, to the invited', member({ membership: { isMember: false, isInvited: true, moderator: false } }), 'none'],
    ['of a public group, to a neighbour', member({ membership: null, isPublic: true }), 'none'],
    ['of a course group, to its teacher', of({ group: courseGroup(course({ enrollments: [enrollment('TeacherEnrollment')] })) }), 'manage'],
    [
      'of a course group, to another student',
      of({ group: courseGroup(course({ enrollments: [enrollment('StudentEnrollment')] })) }),
      'none',
    ],
  ])('%s: %s', (_which, found, expected) => {
    expect(rights(found)).toBe(expected);
    // Concealed, it is there for those only who manage such files.
    expect(rights({ ...found, concealed: true })).toBe(found.course?.state === 'completed' || expected === 'manage' ? expected : 'none');
  });

  test('administrators manage all of their account', () => {
    for (const found of [of({ course: course({ state: 'completed' }) }), of({ group: group() })]) {
      expect(rights({ ...found, concealed: true }, admin)).toBe('manage');
      expect(rights(found, { ...caller, adminOf: [30] })).toBe('none');
    }
  });

  const inCourse = (type: OwnEnrollment['type']): Partial<FoundEntry> => ({ course: course({ enrollments: [enrollment(type)] }) });
  const inGroup = (moderator: boolean): Partial<FoundEntry> => ({
    group: group({ membership: { isMember: true, isInvited: false, moderator } }),
  });
  const draft = { topicPosted: false };
  const unposted = { hasPosted: false };

  test.each<[string, Partial<FoundEntry>, 'none' | 'see']>([
    ['of a course, to its student', inCourse('StudentEnrollment'), 'see'],
    ['of a course, to a stranger', { course: course() }, 'none'],
    ['of a draft, to a student', { ...inCourse('StudentEnrollment'), ...draft }, 'none'],
    ['of a draft of their own', { ...inCourse('StudentEnrollment'), ...draft, topicAuthorId: caller.userId }, 'see'],
    ['of a draft, to a teacher', { ...inCourse('TeacherEnrollment'), ...draft }, 'see'],
    ['of a draft, to a TA', { ...inCourse('TaEnrollment'), ...draft }, 'see'],
    ['of a draft, to a designer', { ...inCourse('DesignerEnrollment'), ...draft }, 'see'],
    ['of a draft, to an observer', { ...inCourse('ObserverEnrollment'), ...draft }, 'none'],
    ['to a student who has to post first', { ...inCourse('StudentEnrollment'), ...unposted }, 'none'],
    ['to an author who has to post first', { ...inCourse('StudentEnrollment'), ...unposted, topicAuthorId: caller.userId }, 'none'],
    ['to a teacher who has posted nothing', { ...inCourse('TeacherEnrollment'), ...unposted }, 'see'],
    ['of a group, to a member', inGroup(false), 'see'],
    ['of a group, to a stranger', { group: group() }, 'none'],
    ['of a draft of a group, to a member', { ...inGroup(false), ...draft }, 'none'],
    ['of a draft of a group, to a moderator', { ...inGroup(true), ...draft, ...unposted }, 'see'],
    ['of a public collection', { collection: collection() }, 'see'],
    ['of a public collection of another root account', { collection: collection({ rootAccountId: 2 }) }, 'none'],
    ['of a private collection', { collection: collection({ visibility: 'private' }) }, 'none'],
    ['of a collection of their own', { collection: collection({ ownerId: 7, visibility: 'private' }), ...draft, ...unposted }, 'see'],
    ['that stands nowhere', {}, 'none'],
  ])('that came with an entry %s: %s', (_whose, extra, expected) => {
    const entry: FoundEntry = { ...ENTRY, ...extra };
    expect(rights(of({ user: user(), entry }))).toBe(expected);
    expect(rights(of({ user: user(), entry }, true))).toBe('none');
  });

  test('an entry of a draft, to an administrator', () => {
    const entry: FoundEntry = { ...ENTRY, course: course(), topicPosted: false, hasPosted: false };
    expect(rights(of({ user: user(), entry }), admin)).toBe('see');
  });

  test.each([
    [true, 'see'],
    [false, 'none'],
    [null, 'none'],
  ] as const)('that was received: %s, %s', (received, expected) => {
    expect(rights(of({ user: user(), received }))).toBe(expected);
    expect(rights(of({ user: user(), received }, true))).toBe('none');
  });

  // users#33
  test('of a deleted user is there for whoever reads what it came with, and for nobody else', () => {
    const gone = (extra: Partial<AFile> = {}) => of({ userId: 8, user: null, ...extra });
    expect(rights(gone(), admin)).toBe('none');
    for (const by of [{ received: true }, { entry: { ...ENTRY, ...inCourse('StudentEnrollment') } }]) expect(rights(gone(by))).toBe('see');
    expect(fileAccess(caller, gone({ received: true })).owner).toEqual({ kind: 'user', id: 8 });
  });

  test('that an entry alone gives says by which', () => {
    const entry = { ...ENTRY, ...inCourse('StudentEnrollment') };
    expect(fileAccess(caller, of({ user: user(), entry })).entry).toBe(entry);
    expect(fileAccess(caller, of({ user: user(), entry, received: true })).entry).toBeNull();
    expect(fileAccess(caller, of({ user: user({ id: caller.userId }), entry })).entry).toBeNull();
  });

  test('whose it is, is told', () => {
    const told = (found: AFile) => fileAccess(admin, found);
    expect(told(of({ user: user({ inReach: true }) }))).toMatchObject({ id: 5, owner: { kind: 'user', id: 8 }, course: null });
    expect(told(of({ course: course() }))).toMatchObject({ owner: { kind: 'course', id: 3 }, course: { id: 3 } });
    expect(told(of({ group: group() }))).toMatchObject({ owner: { kind: 'group', id: 4 }, course: null });
    const { roles } = fileAccess(caller, of({ user: user(), received: true }));
    expect(sorted(roles)).toEqual(['viewer']);
  });
});

const who: Caller = { ...caller, timeZone: 'UTC', realUserId: null, lentBy: null };
const inAccounts = (...adminOf: number[]): Caller => ({ ...who, adminOf });
/** The roles in what was found; none where it is not there. */
function rolesIn(...asked: Parameters<typeof accessIn>): Role[] | 'none' {
  try {
    return sorted(accessIn(...asked).roles);
  } catch (error) {
    return notThere(error);
  }
}

describe('where a caller stands', () => {
  // access#24
  test('what is not found is not there', () => {
    expect(rolesIn(who, 'course', null)).toBe('none');
    expect(rolesIn(inAccounts(1), 'account', null)).toBe('none');
  });

  test('nowhere, all are users, and administrators of the first account more', () => {
    expect(rolesIn(who, 'none', null)).toEqual(['user']);
    expect(rolesIn(inAccounts(1), 'none', null)).toEqual(['site_admin', 'user']);
    expect(rolesIn(inAccounts(2), 'none', null)).toEqual(['user']);
  });

  test.each<[string, Caller, Partial<FoundCollection>, Role[] | 'none']>([
    ['public', who, {}, ['viewer']],
    ['public, of the caller', who, { ownerId: 7 }, ['owner', 'viewer']],
    ['public, to an administrator', inAccounts(1), {}, ['admin', 'viewer']],
    ['public, of another root account', who, { rootAccountId: 2 }, 'none'],
    ['public, of another root account, to its administrator', inAccounts(2), { rootAccountId: 2 }, ['admin']],
    ['private', who, { visibility: 'private' }, 'none'],
    ['private, to an administrator', inAccounts(1), { visibility: 'private' }, 'none'],
    ['private, of the caller', who, { ownerId: 7, visibility: 'private' }, ['owner']],
  ])('a collection, %s', (_which, asker, extra, roles) => {
    expect(rolesIn(asker, 'collection', collection(extra))).toEqual(roles);
    expect(rolesIn(asker, 'collection_item', { ...collection(extra), itemId: 9 })).toEqual(roles);
  });

  // access#23
  test.each<[string, OwnEnrollment['type'], number, boolean]>([
    ['their own', 'StudentEnrollment', 7, true],
    ['of another student', 'StudentEnrollment', 8, false],
    ['of a student, to a teacher', 'TeacherEnrollment', 8, true],
    ['of a student, to a TA', 'TaEnrollment', 8, true],
    ['of a student, to a designer', 'DesignerEnrollment', 8, false],
    ['their own, while they are no student any more', 'ObserverEnrollment', 7, false],
  ])('an attempt: %s, as a %s', (_whose, type, userId, there) => {
    const quiz = { deleted: false, ipFilter: null, oneByOne: false, goesBack: true };
    const found = {
      ...course({ enrollments: [enrollment(type)] }),
      attempt: { id: 2, userId, quizId: 3, number: 1, version: 1, drawn: [], quiz },
    };
    expect(rolesIn(who, 'quiz_submission', found) !== 'none').toBe(there);
    if (there) expect(accessIn(who, 'quiz_submission', found).attempt).toBe(found.attempt);
  });

  // access#23
  test('an outcome is seen where it was made', () => {
    const found = { id: 4, rootAccountId: 1, account: null, course: null };
    const account = { id: 20, rootAccountId: 1, parentAccountId: 10, chain: [20, 10, 1], belongs: false };
    expect(rolesIn(who, 'outcome', found)).toEqual(['user', 'viewer']);
    expect(rolesIn(inAccounts(1), 'outcome', found)).toEqual(['site_admin', 'user', 'viewer']);
    expect(rolesIn(who, 'outcome', { ...found, account })).toBe('none');
    expect(rolesIn(inAccounts(10), 'outcome', { ...found, account })).toEqual(['admin', 'user']);
    const mine = course({ enrollments: [enrollment('TeacherEnrollment')] });
    expect(accessIn(who, 'outcome', { ...found, course: mine })).toMatchObject({ id: 4, course: mine });
    expect(rolesIn(who, 'outcome', { ...found, course: course() })).toBe('none');
  });

  test('a section and a set of groups are those of their course', () => {
    const mine = course({ enrollments: [enrollment('TeacherEnrollment', 'active', { limited: true })] });
    const held = { course: { id: 3 }, roles: new Set(['teacher']) };
    expect(accessIn(who, 'course', mine)).toMatchObject(held);
    expect(accessIn(who, 'section', { ...mine, sectionId: 11 })).toMatchObject({ ...held, sectionId: 11 });
    const set = { groupSetId: 12, rootAccountId: 1, account: null, course: mine };
    expect(accessIn(who, 'group_category', set)).toMatchObject({ ...held, groupCategoryId: 12 });
  });

  // groups#37
  test('a set of groups of an account is that of who administers it', () => {
    const account = { id: 20, rootAccountId: 1, parentAccountId: 10, chain: [20, 10, 1], belongs: true };
    const set = { groupSetId: 12, rootAccountId: 1, account, course: null };
    expect(rolesIn(who, 'group_category', set)).toEqual(['account_member', 'user']);
    expect(rolesIn(inAccounts(10), 'group_category', set)).toEqual(['account_member', 'admin', 'user']);
    expect(() => accessIn(who, 'group_category', { ...set, account: null })).toThrow();
  });

  // access#7
  test('what is of another root account is there for those alone who take part in it', () => {
    const account = { id: 30, rootAccountId: 2, parentAccountId: null, chain: [30], belongs: false };
    expect(rolesIn(who, 'account', account)).toBe('none');
    expect(rolesIn(who, 'account', { ...account, rootAccountId: 1 })).toEqual(['user']);
    expect(rolesIn(inAccounts(30), 'account', account)).toEqual(['admin', 'user']);
    const foreign = course({ rootAccountId: 2, isPublic: true });
    expect(rolesIn(who, 'course', foreign)).toBe('none');
    expect(rolesIn(who, 'course', course())).toEqual([]);
    expect(rolesIn(who, 'course', { ...foreign, enrollments: [enrollment('StudentEnrollment')] })).toEqual(['student']);
    const student = course({ rootAccountId: 2, enrollments: [enrollment('StudentEnrollment')] });
    expect(rolesIn(who, 'group', courseGroup(student, { rootAccountId: 2, isPublic: true }))).toEqual(['coursemate', 'neighbour']);
    expect(rolesIn(who, 'group', group({ rootAccountId: 2 }))).toBe('none');
  });
});

// enrollments#4
describe('activity is noted', () => {
  const now = new Date('2026-01-31T12:00:00Z');
  const loaded = (minutesAgo: number | null, found: Parameters<typeof activityToNote>[0]['found'] = null) => ({
    caller: who,
    tokenId: 1,
    expiresAt: null,
    lastUsedAt: minutesAgo === null ? null : new Date(now.getTime() - minutesAgo * 60_000),
    found,
  });
  const quiet = (state: OwnEnrollment['state'], isQuiet = true) =>
    course({ enrollments: [enrollment('StudentEnrollment', state, { quiet: isQuiet })] });

  test.each<[string, Parameters<typeof activityToNote>[0], { courseId: number | null } | undefined]>([
    ['the first use', loaded(null), { courseId: null }],
    ['a use an hour after the last', loaded(61), { courseId: null }],
    ['a use within the hour', loaded(60), undefined],
    ['in a course, for the first time in an hour', loaded(1, quiet('active')), { courseId: 3 }],
    [
      'in a course, for the first time in an hour by one of two enrollments',
      loaded(1, course({ enrollments: [enrollment('TaEnrollment'), enrollment('StudentEnrollment', 'active', { quiet: true })] })),
      { courseId: 3 },
    ],
    ['in a course, within the hour', loaded(1, quiet('active', false)), undefined],
    ['in a course, within the hour, and long since anywhere', loaded(61, quiet('active', false)), { courseId: null }],
    ['in a course that is over for them', loaded(1, quiet('completed')), undefined],
    [
      'in a group set of the course',
      loaded(1, { groupSetId: 12, rootAccountId: 1, account: null, course: quiet('active') }),
      { courseId: 3 },
    ],
    ['elsewhere', loaded(1, group()), undefined],
  ])('%s', (_when, found, expected) => expect(activityToNote(found, now)).toEqual(expected));
});
