import { markIn, turnedInFile } from '../plan.ts';
import type { Course } from '../school.ts';
import type { Checking } from './check.ts';

/** Every file that was turned in has the bytes that were sent. */
export async function checkFiles({ ask, work, differs }: Checking, course: Course): Promise<void> {
  const [teacher] = course.teachers;
  if (!teacher) return;
  const attempts = (await work(course)).flatMap(({ submissions }) => submissions).flatMap(({ submission_history }) => submission_history);
  for (const { display_name: name, url } of attempts.flatMap(({ attachments = [] }) => attachments)) {
    const { text } = await ask.get(teacher, url);
    if (text !== turnedInFile(markIn(name) ?? '')) differs(`course ${course.id}: the file ${name} has the bytes ${text.slice(0, 80)}`);
  }
}
