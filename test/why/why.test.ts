import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NoSuchUser } from '../../src/areas/users/command-line.ts';
import { explain, NothingToExplain, type Question, readQuestion, written } from '../../src/why/why.ts';
import { assignment } from '../helpers/assignments.ts';
import { topicsAt } from '../helpers/discussions.ts';
import { contentsIn, itemIn, moduleIn, step } from '../helpers/modules.ts';
import { made, type School, school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

let at: School;
let hidden: { id: number; name: string };
beforeAll(async () => {
  at = await school(server);
  hidden = await assignment(server, at.course.id, { published: false });
});

const ask = (question: Question) => explain({ ...server, baseUrl: server.url, webUrl: server.url }, question);

describe('what is printed', () => {
  test('has each condition, and marks the first that says no', async () => {
    const { id: courseId, name } = at.course;
    const enrolled = await server.database.pool.query<{ id: number }>('select id from enrollments where user_id = $1', [at.student.id]);
    const text = written(await ask({ user: at.student.login, kind: 'assignment', id: hidden.id }));
    expect(text).toBe(`Does ${at.student.name} (user ${at.student.id}) see assignment ${hidden.id}, "${hidden.name}"?
  yes  the assignment is not deleted
  yes  course ${courseId}, "${name}", is not deleted (it is available)
  yes  assignments.read, which is for teacher, ta, designer, admin, student, observer, visitor: one of these
         no   administers an account of the course
         yes  enrollment ${enrolled.rows[0]?.id}: StudentEnrollment in section ${at.sectionId}, active
         no   the course is public, offered, and of the same root account
  no   it is to be seen: one of these  <- decides
         no   it is published
         no   draft state is off in the accounts of the course, so that all counts as published
         no   the user works in the course, or administers it
GET /api/v1/courses/${courseId}/assignments/${hidden.id} answers 404.`);
  });

  test('has the dates of who sees it, and why it is locked for them', async () => {
    const fields = { published: true, unlock_at: '2040-05-01T12:00:00Z', due_at: '2040-05-02T12:00:00Z' };
    const { id } = await assignment(server, at.course.id, fields);
    const text = written(await ask({ user: String(at.student.id), kind: 'assignment', id }));
    expect(text).toContain('for the user it is due 2040-05-02T12:00:00Z, opens 2040-05-01T12:00:00Z, closes never');
    expect(text).toContain('it is locked for the user now: This assignment is locked until May 1, 2040');
    expect(text).toMatch(/answers 200\.$/);
  });

  // files#57
  test('is of the file that stands in the place of one that was replaced', async () => {
    const put = () => upload(at.teacher.client, `/courses/${at.course.id}/files`, { name: 'why.txt' });
    const [former, { id }] = [await put(), await put()];
    const question = { user: String(at.student.id), kind: 'file', id: former.id } as const;
    const text = written(await ask(question));
    expect(text).toContain(`see file ${id}, "why.txt", which has replaced file ${former.id}?\n  yes  the file is not deleted`);
    expect(text).toMatch(/answers 200\.$/);
    await at.teacher.client.delete(`/files/${id}`).expect(200);
    const gone = written(await ask(question));
    expect(gone).toContain('\n  no   the file is not deleted');
    expect(gone).toMatch(/answers 404\.$/);
  });

  // modules#35
  test('has the modules that it stands in, and which of them holds it back', async () => {
    const contents = await contentsIn(at);
    const module = await moduleIn(at, { name: 'Later', unlock_at: '2100-01-01T00:00:00Z' });
    const draft = await moduleIn(at, { name: 'Draft', published: false });
    const asked = await moduleIn(at, { name: 'Asked', require_sequential_progress: true });
    await step(at, asked);
    for (const { item } of contents) for (const id of [module, draft, asked]) await itemIn(at, id, item);
    const kinds = {
      Assignment: 'assignment',
      Quiz: 'quiz',
      'Graded quiz': 'quiz',
      Discussion: 'topic',
      'Graded discussion': 'topic',
      File: 'file',
      Page: 'page',
    } as const;
    for (const { kind, id } of contents) {
      const text = written(await ask({ user: String(at.student.id), kind: kinds[kind], id }));
      expect(text).toContain(
        `it stands in module ${module}, "Later": held back from the user, as the module opens 2100-01-01T00:00:00.000Z`,
      );
      expect(text).toContain(`it stands in module ${draft}, "Draft": held back from the user, as the module is not published`);
      expect(text).toContain(`it stands in module ${asked}, "Asked": held back from the user, as something before it is not done`);
      expect(text).toMatch(/answers 200\.$/);
      expect(written(await ask({ user: String(at.teacher.id), kind: kinds[kind], id }))).not.toContain('it stands in module');
    }
    const [first] = contents;
    const open = await moduleIn(at, { name: 'Now' });
    await itemIn(at, open, first?.item ?? {});
    const text = written(await ask({ user: String(at.student.id), kind: 'assignment', id: first?.id ?? 0 }));
    expect(text).toContain(`it stands in module ${open}, "Now": the user has reached it there`);
  });

  // modules#37
  test('has the modules of the topic, of a file that is read by an entry', async () => {
    const { path, topic } = topicsAt(`/courses/${at.course.id}`);
    const talks = [await topic(at.teacher.client), await topic(at.teacher.client, { assignment: { points_possible: 5 } })];
    const module = await moduleIn(at, { unlock_at: '2100-01-01T00:00:00Z' });
    for (const talk of talks) {
      await itemIn(at, module, { type: 'Discussion', content_id: talk.id });
      await at.teacher.client.post(`${path}/${talk.id}/entries`).attach('attachment', Buffer.from('See'), 'see.txt').expect(201);
      const files = await server.database.pool.query<{ id: number }>(
        'select attachment_id as id from discussion_entries where topic_id = $1',
        [talk.id],
      );
      const question = { user: String(at.student.id), kind: 'file', id: files.rows[0]?.id ?? 0 } as const;
      expect(written(await ask(question))).toContain(`it stands in module ${module}, "Week": held back from the user`);
    }
  });

  // discussions#35, discussions#37
  test.each([
    ['by hand', { locked: true }, true],
    ['by its date', { lock_at: '2020-01-01T00:00:00Z' }, false],
  ])('says of a topic that is locked %s who posts', async (_how, fields, nobody) => {
    const { topic } = topicsAt(`/courses/${at.course.id}`);
    const { id } = await topic(at.teacher.client, fields);
    const text = written(await ask({ user: String(at.teacher.id), kind: 'topic', id }));
    expect(text.includes('it is locked by hand: nobody posts')).toBe(nobody);
  });

  test('says so where its conditions are not what the API goes by', async () => {
    const explained = await ask({ user: String(at.teacher.id), kind: 'assignment', id: hidden.id });
    expect(written({ ...explained, status: 404 })).toMatch(/one is missing here, which is a fault of this command\.$/);
  });
});

describe('a topic of a collection item', () => {
  test('is seen while the collection is public', async () => {
    const collection = await made(server.admin.post('/users/self/collections', { name: 'Links', visibility: 'public' }), Made);
    const link = { link_url: `http://${server.url.slice('http://'.length)}/docs`, title: 'Docs', description: 'Read' };
    const item = await made(server.admin.post(`/collections/${collection.id}/items`, link), Made);
    await server.admin.post(`/collection_items/${item.id}/discussion_topics/self/entries`, { message: 'Good' }).expect(201);
    const topics = await server.database.pool.query<{ id: number }>('select id from discussion_topics where collection_item_id = $1', [
      item.id,
    ]);
    const id = topics.rows[0]?.id ?? 0;
    const shown = async () => (await ask({ user: at.stranger.login, kind: 'topic', id })).conditions.map(({ holds }) => holds);
    expect(await shown()).toEqual([true, true, true, true]);
    await server.database.pool.query("update collections set visibility = 'private' where id = $1", [collection.id]);
    expect(await shown()).toEqual([true, false, false, true]);
  });
});

describe('a question', () => {
  test.each<[string, Question | undefined]>([
    ['--user 4 --assignment 7', { user: '4', kind: 'assignment', id: 7 }],
    ['--file 7 --user ada@example.org', { user: 'ada@example.org', kind: 'file', id: 7 }],
    ['--user 4 --page 7', { user: '4', kind: 'page', id: 7 }],
    ['--user 4', undefined],
    ['--assignment 7', undefined],
    ['--user 4 --quiz seven', undefined],
    ['--user 4 --quiz 7 --topic 8', undefined],
  ])('%s', (line, question) => expect(readQuestion(line.split(' '))).toEqual(question));

  test('of nobody, or of what has never been, is refused in a sentence', async () => {
    await expect(ask({ user: 'nobody@example.org', kind: 'quiz', id: 1 })).rejects.toThrow(NoSuchUser);
    for (const kind of ['assignment', 'topic', 'quiz', 'submission', 'file', 'page'] as const) {
      const nothing = ask({ user: at.student.login, kind, id: 999_999_999 });
      await expect(nothing).rejects.toThrow(new NothingToExplain(`No ${kind} has ever had the id 999999999.`));
    }
  });
});
