import { appoint } from '../src/areas/accounts/accounts.ts';
import { systemContext } from '../src/areas/accounts/bootstrap.ts';
import { insertPerson } from '../src/areas/users/creation.ts';
import { insertToken, newToken } from '../src/areas/users/tokens.ts';
import type { Database } from '../src/store/database.ts';
import type { Filled, Holder } from './filled.ts';
import { ROOT } from './sizes.ts';

type Place = Pick<
  Filled,
  | 'courseId'
  | 'teacherId'
  | 'studentId'
  | 'gradedCourseId'
  | 'gradedStudentId'
  | 'overriddenCourseId'
  | 'overriddenStudentId'
  | 'quizCourseId'
  | 'quizStudentId'
>;

async function newPeople(database: Database, login: string, count: number, appointed: boolean): Promise<number[]> {
  return systemContext(database).tx(async (tx) => {
    const ids: number[] = [];
    for (let n = 1; n <= count; n++) {
      const person = { user: { name: `Other ${login} ${n}` }, pseudonym: { unique_id: `${login}.${n}` }, communication_channel: {} };
      const id = await insertPerson(tx, { id: ROOT, rootAccountId: ROOT }, person, null);
      if (appointed) await appoint(tx, ROOT, id);
      ids.push(id);
    }
    return ids;
  });
}

/** They teach whatever the teacher does. */
async function teach(database: Database, teacherId: number, userIds: readonly number[]): Promise<void> {
  await database.pool.query(
    `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, created_at, updated_at)
      select e.course_id, e.course_section_id, u, e.root_account_id, e.type, e.state, e.created_at, e.updated_at
      from enrollments e cross join unnest($2::int[]) u where e.user_id = $1 order by u, e.id`,
    [teacherId, userIds],
  );
}

async function studentsBeside(database: Database, courseId: number, userId: number, count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select distinct user_id as id from enrollments where course_id = $1 and user_id <> $2 and type = 'StudentEnrollment' and state = 'active'
      order by user_id limit $3`,
    [courseId, userId, count],
  );
  return rows.map(({ id }) => id);
}

/**
 * So many others of each role, with a token each: new administrators and teachers, and students of the same course, as many as it has.
 * Nobody else has the activity of the busy student.
 */
export async function otherHolders(database: Database, place: Place, count: number): Promise<Filled['others']> {
  const holding = async (userIds: readonly number[]): Promise<Holder[]> => {
    const holders: Holder[] = [];
    for (const userId of userIds) {
      const token = newToken();
      await insertToken(database, userId, token);
      holders.push({ userId, token });
    }
    return holders;
  };
  const students = async (courseId: number, userId: number) => holding(await studentsBeside(database, courseId, userId, count));
  const teachers = await newPeople(database, 'teacher', count, false);
  await teach(database, place.teacherId, teachers);
  return {
    admin: await holding(await newPeople(database, 'administrator', count, true)),
    teacher: await holding(teachers),
    student: await students(place.courseId, place.studentId),
    gradedStudent: await students(place.gradedCourseId, place.gradedStudentId),
    overriddenStudent: await students(place.overriddenCourseId, place.overriddenStudentId),
    busyStudent: [],
    quizStudent: await students(place.quizCourseId, place.quizStudentId),
  };
}
