import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ahead, todoOf } from '../../helpers/calendar.ts';
import { work } from '../../helpers/jobs.ts';
import { changeModule, contentsIn, itemIn, moduleIn, step, TEXT } from '../../helpers/modules.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { task } from '../../helpers/submissions.ts';

const server = useServer();
const Id = z.object({ id: z.int() });
const FUTURE = '2100-01-01T00:00:00Z';
const base = (at: School) => `/courses/${at.course.id}`;

/** An assignment in a module that is locked. */
async function held(at: School, days: number) {
  const id = await task(server, at.course.id, { due_at: ahead(days), description: TEXT });
  const module = await moduleIn(at, { unlock_at: FUTURE });
  await itemIn(at, module, { type: 'Assignment', content_id: id });
  return { id, open: () => changeModule(at, module, { unlock_at: null }) };
}

describe('what modules hold back', () => {
  // modules#38 todo#3
  test('is nothing to do, and is once it opens', async () => {
    const at = await school(server);
    const { id, open } = await held(at, 2);
    const free = await task(server, at.course.id, { due_at: ahead(3) });
    const course = async () => {
      const { body } = await at.student.client.get(`${base(at)}/todo`).expect(200);
      return body.map(({ assignment }: { assignment: { id: number } }) => assignment.id);
    };
    expect(await todoOf(at.student)).toEqual([['submitting', free]]);
    expect(await course()).toEqual([free]);
    await open();
    expect(await todoOf(at.student)).toEqual([
      ['submitting', id],
      ['submitting', free],
    ]);
    expect(await course()).toEqual([id, free]);
  });

  // modules#38 planner#16
  test('is missing, and cannot be turned in', async () => {
    const at = await school(server);
    const { id, open } = await held(at, -2);
    const path = `/users/${at.student.id}/missing_submissions`;
    const missing = async (client: Client, filter?: string[]) => {
      const { body } = await client.get(path, filter ? { filter } : {}).expect(200);
      return body.map((one: { id: number; locked_for_user: boolean; description: string | null }) => [
        one.id,
        one.locked_for_user,
        one.description,
      ]);
    };
    for (const { client } of [at.student, at.observer]) {
      expect(await missing(client)).toEqual([[id, true, null]]);
      expect(await missing(client, ['submittable'])).toEqual([]);
    }
    await open();
    expect(await missing(at.student.client, ['submittable'])).toEqual([[id, false, TEXT]]);
  });

  // modules#38
  test('stands in calendars and planners by its name alone', async () => {
    const at = await school(server);
    const { id, open } = await held(at, 2);
    const events = { type: 'assignment', context_codes: [`course_${at.course.id}`], start_date: ahead(0), end_date: ahead(5) };
    const shown = async (client: Client) => {
      const due = (await client.get('/calendar_events', events).expect(200)).body;
      const coming = (await client.get('/users/self/upcoming_events').expect(200)).body;
      return [...due, ...coming].map((one: { assignment: { id: number; locked_for_user: boolean; description: string | null } }) => [
        one.assignment.id,
        one.assignment.locked_for_user,
        one.assignment.description,
      ]);
    };
    expect(await shown(at.student.client)).toEqual(Array(2).fill([id, true, null]));
    expect(await shown(at.teacher.client)).toEqual(Array(2).fill([id, false, TEXT]));
    const { body } = await at.student.client.get('/planner/items').expect(200);
    expect(body).toMatchObject([{ plannable_id: id }]);
    expect(JSON.stringify(body)).not.toContain(TEXT);
    await open();
    expect(await shown(at.student.client)).toEqual(Array(2).fill([id, false, TEXT]));
  });

  // modules#38 feeds#7
  test('stands in feeds by its name alone', async () => {
    const at = await school(server);
    const { open } = await held(at, 2);
    const Feed = z.object({ calendar: z.object({ ics: z.string() }) });
    const addresses = async ({ client }: { client: Client }) => [
      (await made(client.get('/users/self/profile'), Feed)).calendar.ics,
      (await made(client.get(base(at)), Feed)).calendar.ics,
    ];
    const texts = async (who: { client: Client }) =>
      Promise.all((await addresses(who)).map(async (address) => (await (await fetch(address)).text()).replaceAll(/\r\n /g, '')));
    for (const text of await texts(at.student)) {
      expect(text).toContain('BEGIN:VEVENT');
      expect(text).not.toContain(TEXT);
    }
    for (const text of await texts(at.teacher)) expect(text).toContain(TEXT);
    await open();
    for (const text of await texts(at.student)) expect(text).toContain(TEXT);
  });

  // modules#38
  test('stands in streams without its text and its entries', async () => {
    const at = await school(server);
    const { client } = at.teacher;
    const topics = `${base(at)}/discussion_topics`;
    const plain = (await made(client.post(topics, { title: 'Talk', message: TEXT }), Id)).id;
    const graded = (await made(client.post(topics, { title: 'Debate', message: TEXT, assignment: { points_possible: 5 } }), Id)).id;
    for (const id of [plain, graded]) await client.post(`${topics}/${id}/entries`, { message: 'Begin' }).expect(201);
    await work(server);
    const module = await moduleIn(at, { published: false });
    for (const id of [plain, graded]) await itemIn(at, module, { type: 'Discussion', content_id: id });
    const stream = async (who: Client) => {
      const { body } = await who.get(`${base(at)}/activity_stream`).expect(200);
      return body.map((one: { message: string; root_discussion_entries: unknown[] }) => [one.message, one.root_discussion_entries.length]);
    };
    expect(await stream(at.student.client)).toEqual(Array(2).fill(['', 0]));
    expect(await stream(client)).toEqual(Array(2).fill([TEXT, 1]));
    await changeModule(at, module, { published: true });
    expect(await stream(at.student.client)).toEqual(Array(2).fill([TEXT, 1]));
  });

  // modules#38
  test('gives its podcast neither its text nor its entries', async () => {
    const at = await school(server);
    const { client } = at.teacher;
    const topics = `${base(at)}/discussion_topics`;
    const { id } = await made(
      client.post(topics, { title: 'Talk', message: TEXT, podcast_enabled: true, podcast_has_student_posts: true }),
      Id,
    );
    await client.post(`${topics}/${id}/entries`, { message: 'Begin' }).expect(201);
    const Podcast = z.object({ podcast_url: z.string() });
    const { podcast_url: address } = await made(at.student.client.get(`${topics}/${id}`), Podcast);
    const text = async () => (await fetch(address)).text();
    expect(await text()).toContain('Begin');
    const module = await moduleIn(at, { unlock_at: FUTURE });
    await itemIn(at, module, { type: 'Discussion', content_id: id });
    expect(await text()).not.toContain('Begin');
    expect(await text()).not.toContain(TEXT);
  });
});

describe('what it costs', () => {
  // modules#39 modules#40
  test('is one statement more, and one for what a look counts for, however many modules there are, and none where no module can hold anything back', async () => {
    const at = await school(server);
    const contents = await contentsIn(at);
    const plain = await moduleIn(at);
    for (const { item } of contents) await itemIn(at, plain, item);
    const paths = [...contents.map(({ path }) => path), ...['quizzes', 'files', 'pages'].map((list) => `${base(at)}/${list}`)];
    const count = async () => {
      const counts: number[] = [];
      for (const path of paths) {
        await at.student.client.get(path).expect(200);
        counts.push(
          await server.statements(() =>
            at.student.client
              .get(path)
              .expect(200)
              .then(() => {}),
          ),
        );
      }
      return counts;
    };
    const before = await count();
    const gated = await moduleIn(at, { require_sequential_progress: true });
    await step(at, gated);
    const after = await count();
    const more = (one: number, i: number) => one + (i < contents.length ? 2 : 1);
    expect(after).toEqual(before.map(more));
    for (let i = 0; i < 4; i++) {
      const waiting = await moduleIn(at, { prerequisite_module_ids: [gated] });
      for (const { item } of contents) await itemIn(at, waiting, item);
      await step(at, waiting);
    }
    expect(await count()).toEqual(after);
  });
});
