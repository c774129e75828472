import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { z } from 'zod';
import type { Fields } from './form.ts';
import { insertCourse, insertEnrollment, insertPerson } from './made-rows.ts';
import type { Client, TestServer } from './server.ts';

/** What the helpers need of a server. */
export type Server = Pick<TestServer, 'admin' | 'as' | 'database' | 'now'>;

const Made = z.object({ id: z.int() });
const MadeEnrollment = z.object({ id: z.int(), course_section_id: z.int() });

export const ROOT_ACCOUNT = 1;

export interface Person {
  id: number;
  token: string;
  client: Client;
  name: string;
  login: string;
}

export type EnrollmentType = 'StudentEnrollment' | 'TeacherEnrollment' | 'TaEnrollment' | 'DesignerEnrollment' | 'ObserverEnrollment';

/** A word that no other test uses. */
export const unique = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`;

/** What a request made, its id unless more of it is asked for; a refusal shows the server's reason, which a bare status would hide. */
export async function made(request: supertest.Test): Promise<z.output<typeof Made>>;
export async function made<T extends z.ZodType>(request: supertest.Test, answer: T): Promise<z.output<T>>;
export async function made(request: supertest.Test, answer: z.ZodType = Made): Promise<unknown> {
  const response = await request;
  if (!response.ok) throw new Error(`${request.method} ${request.url}: ${response.status} ${response.text}`);
  return answer.parse(response.body);
}

/** A user with a login and a token; of root account 1 unless `account` says another, which the administrator then has to reach. */
export async function person(server: Server, options: { name?: string; login?: string; account?: number } = {}): Promise<Person> {
  const name = options.name ?? unique('Person');
  const login = options.login ?? `login-${randomUUID()}`;
  const account = options.account ?? ROOT_ACCOUNT;
  const { id, token } = await insertPerson(server, account, name, login);
  return { id, token, client: server.as(token), name, login };
}

/** A published course; of root account 1 unless `account` says another. */
export async function course(
  server: Server,
  options: { account?: number; extra?: Fields; offer?: boolean } = {},
): Promise<{ id: number; name: string }> {
  const { account = ROOT_ACCOUNT, extra = {}, offer = true } = options;
  const name = unique('Course');
  if (Object.keys(extra).length === 0) return { id: await insertCourse(server, account, name, offer), name };
  const { id } = await made(server.admin.post(`/accounts/${account}/courses`, { course: { name, ...extra }, offer }));
  return { id, name };
}

/** Enrolls a person, actively unless `extra` says otherwise. */
export async function enroll(
  server: Server,
  courseId: number,
  personId: number,
  type: EnrollmentType,
  extra: Fields = {},
): Promise<{ id: number; sectionId: number }> {
  const { course_section_id: sectionId = null, ...further } = extra;
  if (Object.keys(further).length === 0 && (sectionId === null || typeof sectionId === 'number')) {
    const row = await insertEnrollment(server, { courseId, userId: personId, type, sectionId });
    if (row) return row;
  }
  const enrollment = { user_id: personId, type, enrollment_state: 'active', ...extra };
  const row = await made(server.admin.post(`/courses/${courseId}/enrollments`, { enrollment }), MadeEnrollment);
  return { id: row.id, sectionId: row.course_section_id };
}

/** Makes a person an administrator of an account. */
export async function appoint(server: Server, accountId: number, personId: number): Promise<void> {
  await made(server.admin.post(`/accounts/${accountId}/admins`, { user_id: personId }), z.unknown());
}

export interface School {
  course: { id: number; name: string };
  /** The course's own section. */
  sectionId: number;
  /** The account of the course, below root account 1. */
  subAccountId: number;
  teacher: Person;
  ta: Person;
  designer: Person;
  student: Person;
  student2: Person;
  /** Observes `student`. */
  observer: Person;
  /** A user of root account 1 who takes part in nothing. */
  stranger: Person;
  /** Administers the account of the course. */
  subAdmin: Person;
  /** Administers root account 1. */
  rootAdmin: Person;
  /** Another root account, and who administers it. */
  foreignAccountId: number;
  foreignAdmin: Person;
}

/** A course with one of everybody. Made one after the other, so that ids rise in the order of the fields. */
export async function school(server: Server): Promise<School> {
  const someone = (word: string, account?: number) => person(server, { name: unique(word), ...(account === undefined ? {} : { account }) });
  const below = { account: { name: unique('Faculty') } };
  const { id: subAccountId } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, below));
  const here = await course(server, { account: subAccountId });
  const joined = async (word: string, type: EnrollmentType, extra?: Fields) => {
    const one = await someone(word);
    return { person: one, enrollment: await enroll(server, here.id, one.id, type, extra) };
  };
  const teacher = await joined('Teacher', 'TeacherEnrollment');
  const ta = await joined('Assistant', 'TaEnrollment');
  const designer = await joined('Designer', 'DesignerEnrollment');
  const student = await joined('Student', 'StudentEnrollment');
  const student2 = await joined('Student', 'StudentEnrollment');
  const observer = await joined('Observer', 'ObserverEnrollment', { associated_user_id: student.person.id });
  const stranger = await someone('Stranger');
  const subAdmin = await someone('Dean');
  await appoint(server, subAccountId, subAdmin.id);
  const rootAdmin = await someone('Principal');
  await appoint(server, ROOT_ACCOUNT, rootAdmin.id);
  const { id: foreignAccountId } = await made(server.admin.post('/accounts', { account: { name: unique('Elsewhere') } }));
  const foreignAdmin = await someone('Foreigner', foreignAccountId);
  await appoint(server, foreignAccountId, foreignAdmin.id);
  return {
    course: here,
    sectionId: teacher.enrollment.sectionId,
    subAccountId,
    teacher: teacher.person,
    ta: ta.person,
    designer: designer.person,
    student: student.person,
    student2: student2.person,
    observer: observer.person,
    stranger,
    subAdmin,
    rootAdmin,
    foreignAccountId,
    foreignAdmin,
  };
}
