import type { TxCtx } from '../access/context.ts';
import { appoint } from '../areas/accounts/accounts.ts';
import { systemContext } from '../areas/accounts/bootstrap.ts';
import { refreshAccounts } from '../areas/users/belonging.ts';
import { insertPerson } from '../areas/users/creation.ts';
import { insertToken, newToken } from '../areas/users/tokens.ts';
import type { Database } from '../store/database.ts';
import type { Prisma } from '../store/generated/client.ts';
import type { EnrollmentType } from '../store/generated/enums.ts';

export interface DemoPerson {
  login: string;
  role: string;
  token: string;
}

const SITE = { id: 1, rootAccountId: 1 };

const TEACHING = [
  { login: 'teacher', name: 'Tess Okafor', type: 'TeacherEnrollment', role: 'teacher of both courses' },
  { login: 'ta', name: 'Tomás Rivera', type: 'TaEnrollment', role: 'TA of both courses' },
] as const;

const STUDENTS = ['Ann Lee', 'Bob Novak', 'Chika Eze', 'Dilnoza Karimova', 'Emil Larsen', 'Fatima Haddad', 'Goran Petrović', 'Hana Suzuki'];

const COURSES = [
  { name: 'Introduction to Biology', code: 'BIO-101' },
  { name: 'World History', code: 'HIS-110' },
];

async function person(tx: TxCtx, login: string, name: string): Promise<number> {
  const address = `${login}@school.example`;
  return insertPerson(
    tx,
    SITE,
    { user: { name }, pseudonym: { unique_id: login }, communication_channel: { address, skip_confirmation: true } },
    null,
  );
}

async function course(tx: TxCtx, { name, code }: (typeof COURSES)[number]): Promise<{ id: number; sectionId: number }> {
  const { id: accountId, rootAccountId } = SITE;
  const { id } = await tx.db.prisma.course.create({ data: { accountId, rootAccountId, name, courseCode: code, state: 'available' } });
  const section = await tx.db.prisma.courseSection.create({ data: { courseId: id, rootAccountId, name } });
  return { id, sectionId: section.id };
}

async function studyGroups(tx: TxCtx, courseId: number, students: readonly number[]): Promise<void> {
  const { prisma } = tx.db;
  const { id: groupCategoryId } = await prisma.groupCategory.create({ data: { courseId, name: 'Study groups' } });
  const made: number[] = [];
  for (const name of ['Red', 'Blue']) {
    const group = await prisma.group.create({ data: { rootAccountId: SITE.rootAccountId, groupCategoryId, courseId, name } });
    made.push(group.id);
  }
  await prisma.groupMembership.createMany({
    data: students.map((userId, i) => ({ groupId: made[i % made.length] ?? 0, groupCategoryId, userId, state: 'accepted' })),
  });
}

/**
 * The demo school: two courses with a teacher, a TA, eight students and the observer of one, in one transaction. Every
 * person's token is random and given back this once.
 */
export async function loadDemo(database: Database): Promise<{ people: DemoPerson[] }> {
  return systemContext(database).tx(async (tx) => {
    const made: { id: number; sectionId: number }[] = [];
    for (const one of COURSES) made.push(await course(tx, one));
    const people: DemoPerson[] = [];
    const welcome = async (id: number, login: string, role: string) => {
      const token = newToken();
      await insertToken(tx.db, id, token, { purpose: 'demo school' });
      people.push({ login, role, token });
    };
    const rows: Prisma.EnrollmentCreateManyInput[] = [];
    const enroll = (userId: number, type: EnrollmentType, associatedUserId: number | null = null) => {
      for (const { id, sectionId } of made) {
        rows.push({
          courseId: id,
          courseSectionId: sectionId,
          userId,
          rootAccountId: SITE.rootAccountId,
          type,
          state: 'active',
          associatedUserId,
        });
      }
    };
    for (const { login, name, type, role } of TEACHING) {
      const id = await person(tx, login, name);
      enroll(id, type);
      await welcome(id, login, role);
    }
    const students: number[] = [];
    for (const [i, name] of STUDENTS.entries()) {
      const login = `student${i + 1}`;
      const id = await person(tx, login, name);
      students.push(id);
      enroll(id, 'StudentEnrollment');
      await welcome(id, login, 'student of both courses');
    }
    const observer = await person(tx, 'observer', 'Olive Lee');
    enroll(observer, 'ObserverEnrollment', students[0] ?? null);
    await welcome(observer, 'observer', 'observer of student1');
    const registrar = await person(tx, 'registrar', 'Rita Moreno');
    await appoint(tx, SITE.id, registrar);
    await welcome(registrar, 'registrar', 'second administrator');
    await tx.db.prisma.enrollment.createMany({ data: rows });
    await refreshAccounts(tx, [...new Set(rows.map((row) => row.userId))]);
    const [biology] = made;
    if (biology) await studyGroups(tx, biology.id, students);
    return { people };
  });
}
