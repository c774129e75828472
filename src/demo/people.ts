import type { TxCtx } from '../access/context.ts';
import { appoint } from '../areas/accounts/accounts.ts';
import { systemContext } from '../areas/accounts/bootstrap.ts';
import { TYPE_OF } from '../areas/enrollments/relations.ts';
import { refreshAccounts } from '../areas/users/belonging.ts';
import { insertPerson } from '../areas/users/creation.ts';
import { insertToken, newToken } from '../areas/users/tokens.ts';
import type { Database } from '../store/database.ts';
import type { Prisma } from '../store/generated/client.ts';
import type { EnrollmentType } from '../store/generated/enums.ts';

export interface DemoPerson {
  id: number;
  login: string;
  role: string;
  token: string;
}

export interface DemoCourse {
  id: number;
  /** The first one is the course's own; the second meets in the evening. */
  sectionIds: readonly [number, number];
}

/** Who is in the school and where, before anything is taught there. */
export interface DemoSchool {
  people: readonly DemoPerson[];
  courses: readonly [DemoCourse, DemoCourse];
  /** The study groups of the first course, in one set. */
  groupCategoryId: number;
  groupIds: readonly number[];
}

const SITE = { id: 1, rootAccountId: 1 };

const TEACHING = [
  { login: 'teacher', name: 'Tess Okafor', type: TYPE_OF.teacher, role: 'teacher of both courses' },
  { login: 'ta', name: 'Tomás Rivera', type: TYPE_OF.ta, role: 'TA of both courses' },
] as const;

const STUDENTS = ['Ann Lee', 'Bob Novak', 'Chika Eze', 'Dilnoza Karimova', 'Emil Larsen', 'Fatima Haddad', 'Goran Petrović', 'Hana Suzuki'];

/** The indexes of the students who come in the evening. */
const IN_THE_EVENING: readonly number[] = [6, 7];

/** Whether the demo school was loaded before, which the login of its teacher tells. */
export async function isThere(database: Database): Promise<boolean> {
  const where = { accountId: SITE.id, uniqueId: TEACHING[0].login, state: 'active' } as const;
  return (await database.prisma.pseudonym.count({ where })) > 0;
}

async function person(tx: TxCtx, login: string, name: string): Promise<number> {
  const address = `${login}@school.example`;
  return insertPerson(
    tx,
    SITE,
    { user: { name }, pseudonym: { unique_id: login }, communication_channel: { address, skip_confirmation: true } },
    null,
  );
}

async function course(tx: TxCtx, name: string, code: string): Promise<DemoCourse> {
  const { id: accountId, rootAccountId } = SITE;
  const { id: courseId } = await tx.db.prisma.course.create({
    data: { accountId, rootAccountId, name, courseCode: code, state: 'available' },
  });
  const section = async (title: string) => (await tx.db.prisma.courseSection.create({ data: { courseId, rootAccountId, name: title } })).id;
  return { id: courseId, sectionIds: [await section(name), await section(`${code} in the evening`)] };
}

async function studyGroups(tx: TxCtx, courseId: number, students: readonly number[]) {
  const { prisma } = tx.db;
  const { id: groupCategoryId } = await prisma.groupCategory.create({ data: { courseId, name: 'Study groups' } });
  const groupIds: number[] = [];
  for (const name of ['Red', 'Blue']) {
    const group = await prisma.group.create({ data: { rootAccountId: SITE.rootAccountId, groupCategoryId, courseId, name } });
    groupIds.push(group.id);
  }
  await prisma.groupMembership.createMany({
    data: students.map((userId, i) => ({ groupId: groupIds[i % groupIds.length] ?? 0, groupCategoryId, userId, state: 'accepted' })),
  });
  return { groupCategoryId, groupIds };
}

/** Makes people, one after the other, and enrolls them in all courses. */
class Admission {
  readonly #tx: TxCtx;
  readonly #courses: readonly DemoCourse[];
  readonly people: DemoPerson[] = [];
  readonly enrollments: Prisma.EnrollmentCreateManyInput[] = [];

  constructor(tx: TxCtx, courses: readonly DemoCourse[]) {
    this.#tx = tx;
    this.#courses = courses;
  }

  /** The token is random, so that it is another one in each installation. */
  async welcome(login: string, name: string, role: string): Promise<number> {
    const id = await person(this.#tx, login, name);
    const token = newToken();
    await insertToken(this.#tx.db, id, token, { purpose: 'demo school' });
    this.people.push({ id, login, role, token });
    return id;
  }

  enroll(userId: number, type: EnrollmentType, how: { inTheEvening?: boolean; observes?: number } = {}): void {
    for (const { id: courseId, sectionIds } of this.#courses) {
      const courseSectionId = sectionIds[how.inTheEvening ? 1 : 0];
      const place = { courseId, courseSectionId, rootAccountId: SITE.rootAccountId };
      this.enrollments.push({ ...place, userId, type, state: 'active', associatedUserId: how.observes ?? null });
    }
  }
}

/**
 * The people of the demo school: a teacher, a TA, eight students, the observer of one and a second administrator, with two courses
 * and study groups, in one transaction.
 */
export const admitPeople = (database: Database): Promise<DemoSchool> =>
  systemContext(database).tx(async (tx) => {
    const courses = [await course(tx, 'Introduction to Biology', 'BIO-101'), await course(tx, 'World History', 'HIS-110')] as const;
    const admission = new Admission(tx, courses);
    for (const { login, name, type, role } of TEACHING) admission.enroll(await admission.welcome(login, name, role), type);
    const students: number[] = [];
    for (const [i, name] of STUDENTS.entries()) {
      const id = await admission.welcome(`student${i + 1}`, name, 'student of both courses');
      admission.enroll(id, TYPE_OF.student, { inTheEvening: IN_THE_EVENING.includes(i) });
      students.push(id);
    }
    const [first = 0] = students;
    admission.enroll(await admission.welcome('observer', 'Olive Lee', 'observer of student1'), TYPE_OF.observer, { observes: first });
    await appoint(tx, SITE.id, await admission.welcome('registrar', 'Rita Moreno', 'second administrator'));
    await tx.db.prisma.enrollment.createMany({ data: admission.enrollments });
    await refreshAccounts(tx, [...new Set(admission.enrollments.map((row) => row.userId))]);
    return { people: admission.people, courses, ...(await studyGroups(tx, courses[0].id, students)) };
  });
