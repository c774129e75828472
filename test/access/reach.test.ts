import { describe, expect, test } from 'vitest';
import { courseRoles } from '../../src/access/context-access.ts';
import type { FoundCourse, OwnEnrollment } from '../../src/access/found.ts';
import type { Permission } from '../../src/access/permissions.ts';
import { isWithin, type Reach, reachOf } from '../../src/access/reach.ts';
import { givesRight } from '../../src/areas/enrollments/relations.ts';

type Type = OwnEnrollment['type'];

const enrollment = (type: Type, limitedTo: number | null, state: OwnEnrollment['state'] = 'active'): OwnEnrollment => ({
  id: 1,
  type,
  state,
  sectionId: limitedTo ?? 9,
  associatedUserId: null,
  limited: limitedTo !== null,
  quiet: false,
});
const teacher = (limitedTo: number | null, state?: OwnEnrollment['state']) => enrollment('TeacherEnrollment', limitedTo, state);
const course = (enrollments: OwnEnrollment[], state: FoundCourse['state'] = 'available'): FoundCourse => ({
  id: 3,
  accountId: 20,
  rootAccountId: 1,
  state,
  isPublic: false,
  name: 'Course',
  studentsAttach: true,
  studentsEdit: true,
  gated: false,
  chain: [20, 10, 1],
  enrollments,
});
const caller = { userId: 7, rootAccountId: 1, adminOf: [] as number[] };

const reach = (permission: Permission, enrollments: OwnEnrollment[], state?: FoundCourse['state'], adminOf: number[] = []): Reach => {
  const found = course(enrollments, state);
  return reachOf({ ...courseRoles({ ...caller, adminOf }, found), course: found }, permission);
};

// access#12
describe('how far a right goes', () => {
  test.each<[string, OwnEnrollment[], Reach]>([
    ['without an enrollment nowhere', [], []],
    ['with one that is not limited everywhere', [teacher(null)], null],
    ['with one that is, in its section', [teacher(5)], [5]],
    ['with two that are, in both', [teacher(5), teacher(6)], [5, 6]],
    ['twice in one section, there', [teacher(5), enrollment('TaEnrollment', 5)], [5]],
    ['with one of each everywhere', [teacher(5), enrollment('TaEnrollment', null)], null],
    ['whoever observes all grades no more for it', [teacher(5), enrollment('ObserverEnrollment', null)], [5]],
    ['nor who designs all', [teacher(5), enrollment('DesignerEnrollment', null)], [5]],
    ['nor who studies', [teacher(5), enrollment('StudentEnrollment', null)], [5]],
    ['who does not grade grades nowhere', [enrollment('DesignerEnrollment', null), enrollment('StudentEnrollment', 5)], []],
    ['a concluded one is read on', [teacher(5, 'completed')], [5]],
    ['an invitation lifts no limit', [teacher(5), teacher(null, 'invited')], [5]],
    ['an invitation gives no section', [teacher(5), teacher(6, 'invited')], [5]],
  ])('%s', (_which, enrollments, expected) => {
    expect(reach('submissions.list', enrollments)).toEqual(expected);
  });

  test('each right goes as far as those roles that give it', () => {
    const several = [enrollment('TaEnrollment', 5), enrollment('DesignerEnrollment', 6), enrollment('ObserverEnrollment', null)];
    expect(reach('submissions.list', several)).toEqual([5]);
    expect(reach('course.people.oversee', several)).toEqual([5, 6]);
    expect(reach('course.people.read', several)).toBeNull();
    expect(reach('course.enroll', several)).toEqual([]);
  });

  test('a right to write ends with the enrollment and the course', () => {
    expect(reach('submissions.grade', [teacher(5), teacher(6, 'completed')])).toEqual([5]);
    expect(reach('submissions.grade', [teacher(5), teacher(null, 'completed')])).toEqual([5]);
    expect(reach('submissions.grade', [teacher(null)], 'completed')).toEqual([]);
    expect(reach('submissions.list', [teacher(null)], 'completed')).toBeNull();
  });

  test('in an unpublished course those have it who work there', () => {
    const both = [teacher(5), enrollment('StudentEnrollment', null)];
    expect(reach('course.people.read', both, 'unpublished')).toEqual([5]);
    expect(reach('course.people.read', both)).toBeNull();
  });

  // access#14
  test('nothing limits administrators in what is theirs', () => {
    expect(reach('submissions.list', [teacher(5)], 'available', [10])).toBeNull();
    expect(reach('submissions.turn_in', [enrollment('StudentEnrollment', 5)], 'available', [10])).toEqual([5]);
  });

  test('a section is within', () => {
    expect([isWithin(5, null), isWithin(5, [5, 6]), isWithin(5, [6]), isWithin(5, [])]).toEqual([true, true, false, false]);
  });
});

test('SQL asks for the types whose roles the table names', () => {
  expect(givesRight('e', 'submissions.list').text).toBe("e.type in ('TeacherEnrollment', 'TaEnrollment')");
  expect(givesRight('e', 'course.enroll').text).toBe("e.type in ('TeacherEnrollment')");
  expect(givesRight('e', 'course.people.oversee').text).toBe("e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')");
});
