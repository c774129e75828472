import { z } from 'zod';
import { placeKey } from '../ledger.ts';
import type { Kind } from '../plan.ts';
import type { Course, Person } from '../school.ts';
import { read, whenOf } from '../sending.ts';
import { Made } from '../setting-up.ts';
import type { Doing, Way } from './doing.ts';

/** One of those who come and go, and where. */
function moverFor({ means: { school }, act }: Doing): { student: Person; course: Course } | undefined {
  const movers = school.people.filter(({ actor }) => actor.moves !== undefined);
  const student = movers[Math.floor(act.picks[0] * movers.length)];
  const course = student && school.courses[student.actor.moves ?? -1];
  return student && course ? { student, course } : undefined;
}

async function put(doing: Doing, { student, course }: { student: Person; course: Course }): Promise<void> {
  const body = { enrollment: { user_id: student.id, type: 'StudentEnrollment' } };
  const when = whenOf(await doing.send('POST', `${course.path}/enrollments`, { body, idempotent: true }));
  if (when) doing.ledger.enrolled.write(placeKey(course.id, student.id), true, when);
}

const enroll: Way = async (doing) => {
  const found = moverFor(doing);
  if (!found) return 'skipped';
  await put(doing, found);
  return 'done';
};

const endEnrollment: Way = async (doing) => {
  const found = moverFor(doing);
  if (!found) return 'skipped';
  const { student, course } = found;
  const path = `${course.path}/enrollments?user_id=${student.id}&type[]=StudentEnrollment`;
  const own = async () => read(await doing.see(path), z.array(Made))?.[0];
  let one = await own();
  if (!one) {
    await put(doing, found);
    one = await own();
  }
  if (!one) return 'skipped';
  const task = doing.act.picks[1] < 0.5 ? 'delete' : 'inactivate';
  const when = whenOf(await doing.send('DELETE', `${course.path}/enrollments/${one.id}`, { body: { task }, may: [404] }));
  if (when) doing.ledger.enrolled.write(placeKey(course.id, student.id), false, when);
  return 'done';
};

export const ENROLLING = { enroll, endEnrollment } satisfies Partial<Record<Kind, Way>>;
