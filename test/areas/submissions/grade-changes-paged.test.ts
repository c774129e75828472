import { beforeAll, test } from 'vitest';
import { z } from 'zod';
import { GradeChangeEvents } from '../../../src/areas/submissions/audit-schemas.ts';
import { expectPages } from '../../helpers/paged.ts';
import { appoint, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, type Room, room, task } from '../../helpers/submissions.ts';

const START = Date.parse('2030-03-10T12:00:00Z');
const MINUTE = 60_000;
let now = new Date(START);
const server = useServer({ clock: () => now });

/** A grade that nothing else has, so that it names its change. */
interface Given {
  grade: string;
  minute: number;
  assignmentId: number;
  userId: number;
}
let here: Room;
const given: Given[] = [];

/** Three grades a minute, in turn over three assignments and two students. */
beforeAll(async () => {
  here = await room(server, 2);
  const tasks = [await task(server, here.id), await task(server, here.id), await task(server, here.id)];
  for (let i = 0; i < 14; i += 1) {
    const one = {
      grade: String(i + 1),
      minute: Math.floor(i / 3),
      assignmentId: tasks[i % 3] ?? 0,
      userId: [here.one.id, here.two.id][i % 2] ?? 0,
    };
    now = new Date(START + one.minute * MINUTE);
    await grade(here.id, one.assignmentId, one.userId, one.grade, here.teacher.client);
    given.push(one);
  }
});

const Versions = z.array(z.object({ grade: z.string() }));
const inFeed = (body: unknown) => Versions.parse(body).map((one) => one.grade);
const newest = (is: (one: Given) => boolean) =>
  given
    .filter(is)
    .map((one) => one.grade)
    .toReversed();

// submissions#80
test('the feed goes on page after page, by time, whatever it is filtered by', async () => {
  const walk = (query: string) => ({ who: here.teacher, path: `/courses/${here.id}/gradebook_history/feed?${query}`, namesIn: inFeed });
  const [first] = given;
  const ofTask = ({ assignmentId }: Given) => assignmentId === first?.assignmentId;
  const ofUser = ({ userId }: Given) => userId === first?.userId;
  await expectPages(
    walk(''),
    newest(() => true),
    [1, 4],
  );
  await expectPages(walk('ascending=true&'), newest(() => true).toReversed(), [1, 4]);
  await expectPages(walk(`user_id=${here.one.id}&`), newest(ofUser), [2]);
  await expectPages(walk(`user_id=${here.one.id}&ascending=true&`), newest(ofUser).toReversed(), [2]);
  await expectPages(walk(`assignment_id=${first?.assignmentId}&`), newest(ofTask), [2]);
  await expectPages(
    walk(`assignment_id=${first?.assignmentId}&user_id=${here.one.id}&`),
    newest((one) => ofTask(one) && ofUser(one)),
    [1],
  );
});

// submissions#100
test('so does the audit of a course, of times', async () => {
  const who = await person(server);
  await appoint(server, 1, who.id);
  const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();
  const walk = (of: string, query: string) => ({
    who,
    path: `/audit/grade_change/${of}?${query}`,
    namesIn: (body: unknown) => GradeChangeEvents.parse(body).events.map((one) => String(one.grade_after)),
  });
  for (const whose of [`courses/${here.id}`, `graders/${here.teacher.id}`]) {
    await expectPages(
      walk(whose, ''),
      newest(() => true),
      [1, 4],
    );
    await expectPages(
      walk(whose, `start_time=${at(1)}&end_time=${at(3)}&`),
      newest(({ minute }) => minute >= 1 && minute <= 3),
      [2],
    );
  }
});
