import type { TxCtx } from '../access/context.ts';
import { appoint } from '../areas/accounts/accounts.ts';
import { systemContext } from '../areas/accounts/bootstrap.ts';
import { refreshAccounts } from '../areas/users/belonging.ts';
import { insertPerson } from '../areas/users/creation.ts';
import { insertToken, newToken } from '../areas/users/tokens.ts';
import type { Database } from '../store/database.ts';
import { courseSections, courses, enrollments } from '../store/schema/courses.ts';
import { groupCategories, groupMemberships, groups } from '../store/schema/groups.ts';

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
  const [made] = await tx.db.orm
    .insert(courses)
    .values({ accountId: SITE.id, rootAccountId: SITE.rootAccountId, name, courseCode: code, state: 'available' })
    .returning({ id: courses.id });
  const courseId = made?.id ?? 0;
  const [section] = await tx.db.orm
    .insert(courseSections)
    .values({ courseId, rootAccountId: SITE.rootAccountId, name })
    .returning({ id: courseSections.id });
  return { id: courseId, sectionId: section?.id ?? 0 };
}

async function studyGroups(tx: TxCtx, courseId: number, students: readonly number[]): Promise<void> {
  const [set] = await tx.db.orm.insert(groupCategories).values({ courseId, name: 'Study groups' }).returning({ id: groupCategories.id });
  const groupCategoryId = set?.id ?? 0;
  const made = await tx.db.orm
    .insert(groups)
    .values(['Red', 'Blue'].map((name) => ({ rootAccountId: SITE.rootAccountId, groupCategoryId, courseId, name })))
    .returning({ id: groups.id });
  await tx.db.orm
    .insert(groupMemberships)
    .values(
      students.map((userId, i) => ({ groupId: made[i % made.length]?.id ?? 0, groupCategoryId, userId, state: 'accepted' as const })),
    );
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
    const rows: (typeof enrollments.$inferInsert)[] = [];
    const enroll = (userId: number, type: (typeof enrollments.$inferInsert)['type'], associatedUserId: number | null = null) => {
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
    await tx.db.orm.insert(enrollments).values(rows);
    await refreshAccounts(tx, [...new Set(rows.map((row) => row.userId))]);
    const [biology] = made;
    if (biology) await studyGroups(tx, biology.id, students);
    return { people };
  });
}
