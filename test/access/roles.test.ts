import { describe, expect, test } from 'vitest';
import type { OwnEnrollment } from '../../src/access/found.ts';
import { type Held, may, type Role } from '../../src/access/permissions.ts';
import { accountRoles, courseRoles, fileStanding, groupRoles, limitedSections, userRoles } from '../../src/access/standing.ts';

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

describe('in a course', () => {
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

  test.each<Course['state']>(['unpublished', 'available', 'completed'])(
    'administrators of its accounts keep their rights while %s',
    (state) => {
      for (const adminOf of [[1], [10], [20]]) expectHeld(courseRoles({ ...caller, adminOf }, course({ state })), ['admin'], ['admin']);
      expectHeld(courseRoles({ ...caller, adminOf: [2, 30] }, course({ state })), [], []);
    },
  );

  test.each<[string, Partial<Course>, Role[]]>([
    ['published', {}, ['visitor']],
    ['completed', { state: 'completed' }, ['visitor']],
    ['unpublished', { state: 'unpublished' }, []],
    ['of another root account', { rootAccountId: 2 }, []],
  ])('a public course, %s, is read by visitors and written by none', (_which, extra, roles) => {
    expectHeld(courseRoles(caller, course({ isPublic: true, ...extra })), roles, []);
  });

  test('several enrollments add up', () => {
    const enrollments = [
      enrollment('StudentEnrollment', 'completed'),
      enrollment('TaEnrollment'),
      enrollment('TeacherEnrollment', 'invited'),
    ];
    expectHeld(courseRoles(caller, course({ enrollments })), ['student', 'ta', 'invited'], ['ta', 'invited']);
  });
});

describe('limited to sections', () => {
  const limited = (sectionId: number, state: OwnEnrollment['state'] = 'active') =>
    enrollment('TeacherEnrollment', state, { limited: true, sectionId });
  const free = (state: OwnEnrollment['state'] = 'active') => enrollment('StudentEnrollment', state);
  const sections = (who: { adminOf: number[]; rootAccountId: number }, enrollments: OwnEnrollment[]) =>
    limitedSections(courseRoles(who, course({ enrollments })), enrollments);

  test.each<[string, OwnEnrollment[], number[] | null]>([
    ['no enrollment', [], null],
    ['one that is not limited', [free()], null],
    ['one that is', [limited(5)], [5]],
    ['two that are', [limited(5), limited(6)], [5, 6]],
    ['one of each', [limited(5), free()], null],
    ['a concluded one', [limited(5, 'completed')], [5]],
    ['an invitation lifts no limit', [limited(5), free('invited')], [5]],
    ['an invitation gives no section', [limited(5), limited(6, 'invited')], [5]],
  ])('%s', (_which, enrollments, expected) => {
    expect(sections(caller, enrollments)).toEqual(expected);
  });

  test('administrators are not', () => {
    expect(sections(admin, [limited(5)])).toBeNull();
  });
});

describe('in a group of a course', () => {
  const member: Group['membership'] = { id: 1, state: 'accepted', moderator: false };
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
    ['the invited', student, { membership: { ...member, state: 'invited' } }, ['coursemate', 'invited'], ['invited']],
    ['who asks to join', student, { membership: { ...member, state: 'requested' } }, ['coursemate'], []],
    ['who left', student, { membership: { ...member, state: 'deleted', moderator: true } }, ['coursemate'], []],
    ['a student, where one may join', student, { joinLevel: 'parent_context_auto_join' }, ['coursemate', 'neighbour'], ['neighbour']],
    ['a student, where one may ask', student, { joinLevel: 'parent_context_request' }, ['coursemate', 'neighbour'], ['neighbour']],
    ['a student, where it is public', student, { isPublic: true }, ['coursemate', 'neighbour'], ['neighbour']],
    ['an observer', course({ enrollments: [enrollment('ObserverEnrollment')] }), { isPublic: true }, ['coursemate'], []],
    ['a stranger', course(), { isPublic: true, joinLevel: 'parent_context_auto_join' }, [], []],
    ['a member who is in the course no more', course(), { membership: member }, [], []],
    ['a teacher', course({ enrollments: [enrollment('TeacherEnrollment')] }), {}, ['coursemate', 'teacher'], ['teacher']],
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
    ['a member', { membership: { id: 1, state: 'accepted', moderator: false } }, ['member']],
    ['a moderator', { membership: { id: 1, state: 'accepted', moderator: true } }, ['member', 'moderator']],
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

describe('to a user', () => {
  const none: User = { id: 8, rootAccountId: 1, inReach: false, outranks: false, instructor: false, staff: false, peer: false };

  test.each<[string, Partial<User>, Role[]]>([
    ['a stranger', {}, []],
    ['oneself', { id: 7 }, ['self']],
    ['an administrator with reach', { inReach: true }, ['admin', 'superior']],
    ['an administrator of somebody with more rights', { inReach: true, outranks: true }, ['admin']],
    ['somebody with more rights, out of reach', { outranks: true }, []],
    ['an instructor', { instructor: true, staff: true, peer: true }, ['instructor', 'staff', 'peer']],
    ['a designer of a course of theirs', { staff: true, peer: true }, ['staff', 'peer']],
    ['a peer', { peer: true }, ['peer']],
    ['an administrator, of oneself', { id: 7, inReach: true }, ['self', 'admin', 'superior']],
  ])('%s', (_who, extra, roles) => {
    expectHeld(userRoles(caller, { ...none, ...extra }), roles, [...roles]);
  });
});

describe('rights', () => {
  test('those that write need a role that may still write', () => {
    const ended = courseRoles(caller, course({ state: 'completed', enrollments: [enrollment('TeacherEnrollment')] }));
    expect(may(ended, 'course.read')).toBe(true);
    expect(may(ended, 'course.edit')).toBe(false);
    expect(may(courseRoles(admin, course({ state: 'completed' })), 'course.edit')).toBe(true);
  });

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

type AFile = Parameters<typeof fileStanding>[1];

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
    user: null,
    course: null,
    group: null,
    ...owner,
  });
  const enrolled = (type: OwnEnrollment['type'], extra: Partial<Course> = {}): AFile =>
    of({ course: course({ enrollments: [enrollment(type)], ...extra }) });
  const member = (extra: Partial<Group> = {}): AFile =>
    of({ group: group({ membership: { id: 1, state: 'accepted', moderator: false }, ...extra }) });

  /** What the caller may: nothing, as if it were not there; to see it; to manage it too. */
  const rights = (found: AFile, who: Parameters<typeof fileStanding>[0] = caller): 'none' | 'see' | 'manage' => {
    try {
      return may(fileStanding(who, found), 'file.manage') ? 'manage' : 'see';
    } catch {
      return 'none';
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
    ['of a group, to the invited', member({ membership: { id: 1, state: 'invited', moderator: false } }), 'none'],
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
});
