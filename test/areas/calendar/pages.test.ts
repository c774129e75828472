import { test } from 'vitest';
import { z } from 'zod';
import { groupSet } from '../../helpers/assignments.ts';
import { ahead, event } from '../../helpers/calendar.ts';
import { expectPages, type Walk } from '../../helpers/paged.ts';
import { course, enroll, type Person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

const Events = z.array(z.looseObject({ id: z.int() }));
const eventsOf = (who: Person, query = ''): Walk => ({
  who,
  path: `/calendar_events?${query}`,
  namesIn: (body) => Events.parse(body).map(({ id }) => String(id)),
});

// calendar#17, conventions#59
test('events of courses, groups and the person are one list by start, there and back, by number too', async () => {
  const { course: here, student } = await school(server);
  const other = await course(server);
  await enroll(server, other.id, student.id, 'StudentEnrollment');
  const { groups } = await groupSet(server, here.id, [[student.id]]);
  const codes = [`course_${here.id}`, `group_${groups[0]?.id}`, `user_${student.id}`, `course_${other.id}`];
  const at = async (start: string, end = start) => {
    const ids: string[] = [];
    for (const code of codes) {
      const by = code.startsWith('user') ? student.client : server.admin;
      ids.push(String((await event(by, { context_code: code, start_at: start, end_at: end })).id));
    }
    return ids;
  };
  const [late, middle, long, early] = [await at(ahead(3)), await at(ahead(2)), await at(ahead(0.5), ahead(2.5)), await at(ahead(1))];
  await expectPages(eventsOf(student), [...long, ...early, ...middle, ...late]);
  const days = `start_date=${ahead(1.5)}&end_date=${ahead(2.75)}&`;
  await expectPages(eventsOf(student, days), [...long, ...middle]);
  const asked = `context_codes[]=${codes[0]}&context_codes[]=${codes[2]}&`;
  const isAsked = (_: string, n: number) => n % codes.length === 0 || n % codes.length === 2;
  await expectPages(eventsOf(student, asked + days), [...long.filter(isAsked), ...middle.filter(isAsked)]);
});
