import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILD_VIEW } from '../../../../src/areas/discussions/job-names.ts';
import { entriesNow, markedIds, type OwnMarks } from '../../../../src/areas/discussions/views/marks.ts';
import { topicsAt } from '../../../helpers/discussions.ts';
import { workAhead } from '../../../helpers/jobs.ts';
import { school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();

const ME = 1;
const entry = (id: number, userId = 2) => ({ id, userId });
const mark = (id: number, read: boolean | null, forced: boolean | null = null) => ({ id, read, forced });
const nothing: OwnMarks = { markedThrough: 0, markedRead: false, forcedThrough: 0, forced: false, marks: [] };

// discussions#61
describe('of the entries of a topic', () => {
  const entries = [entry(1), entry(2, ME), entry(3), entry(4)];

  test.each<[string, Partial<OwnMarks>, number[], number[]]>([
    ['all are unread that are others’', {}, [1, 3, 4], []],
    ['those marked at once are read, and later ones not', { markedThrough: 3, markedRead: true }, [4], []],
    ['those marked at once as unread are unread, the own too', { markedThrough: 3 }, [1, 2, 3, 4], []],
    ['a mark of its own counts more', { markedThrough: 4, markedRead: true, marks: [mark(1, false), mark(2, null)] }, [1], []],
    ['one is forced, read or not', { marks: [mark(1, true, true), mark(3, null, true)] }, [3, 4], [1, 3]],
    ['all up to one are forced', { forcedThrough: 2, forced: true, marks: [mark(1, null, false)] }, [1, 3, 4], [2]],
    ['none is forced where that was taken back', { forcedThrough: 2, forced: false }, [1, 3, 4], []],
  ])('%s', (_rule, marked, unread, forced) => {
    expect(markedIds(entries, ME, { ...nothing, ...marked })).toEqual({ unread, forced });
  });
});

describe('what has changed since a view was stored', () => {
  test.each<[string, Parameters<typeof entriesNow>[1], number[]]>([
    ['nothing', [], [1, 3]],
    ['one was written', [{ ...entry(4), deleted: false }], [1, 3, 4]],
    ['one was written before the last', [{ ...entry(2), deleted: false }], [1, 2, 3]],
    ['one was changed', [{ ...entry(3), deleted: false }], [1, 3]],
    ['one was deleted, and one that the view never held', [entry(1), entry(9)].map((one) => ({ ...one, deleted: true })), [3]],
  ])('%s', (_what, changed, now) => {
    expect(entriesNow([entry(1), entry(3)], changed).map(({ id }) => id)).toEqual(now);
  });
});

// discussions#61
test('a view tells of every entry what the list of entries tells of it, whatever was marked and changed', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client);
  const path = `${here.path}/${topic.id}`;
  const [me, other] = [at.student.client, at.student2.client];
  for (const by of [me, other, other, me, other, other]) await here.say(by, topic.id);
  const pick = fc.nat();
  const step = fc.oneof(
    fc.record({ put: fc.constant('read_all'), forced: fc.boolean() }),
    fc.record({ put: fc.constant('unread_all'), forced: fc.boolean() }),
    fc.record({ mark: pick, read: fc.boolean(), forced: fc.boolean() }),
    fc.record({ change: pick }),
    fc.record({ remove: pick }),
    fc.record({ say: fc.boolean() }),
    fc.constant({ build: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const one of steps) {
        const ids = (await here.entries(me, topic.id)).map(({ id }) => id);
        const entryAt = (index: number) => ids[index % ids.length] ?? 0;
        if ('build' in one) await workAhead(server, BUILD_VIEW);
        else if ('say' in one) await here.say(one.say ? me : other, topic.id);
        else if ('put' in one) {
          const call =
            one.put === 'read_all' ? me.put(`${path}/read_all`, { forced_read_state: one.forced }) : me.delete(`${path}/read_all`);
          await call.expect(204);
        } else if ('mark' in one) {
          const on = `${path}/entries/${entryAt(one.mark)}/read`;
          await (one.read ? me.put(on, { forced_read_state: one.forced }) : me.delete(on)).expect(204);
        } else if ('change' in one)
          await at.teacher.client.put(`${path}/entries/${entryAt(one.change)}`, { message: 'changed' }).expect(200);
        else if (ids.length > 2) await at.teacher.client.delete(`${path}/entries/${entryAt(one.remove)}`).expect(204);
      }
      const { body: view } = await me.get(`${path}/view`).expect(200);
      const listed = (await here.entries(me, topic.id)).sort((a, b) => a.id - b.id);
      expect(view.unread_entries).toEqual(listed.filter((one) => one.read_state === 'unread').map(({ id }) => id));
      expect(view.forced_entries).toEqual(listed.filter((one) => one.forced_read_state).map(({ id }) => id));
    }),
    { numRuns: 12 },
  );
});

// discussions#63
test('a large view is sent whole, with its length, as text or with ids as strings', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client);
  const entry = await here.say(at.student.client, topic.id, 'ü'.repeat(100_000));
  await workAhead(server, BUILD_VIEW);
  const path = `${here.path}/${topic.id}/view`;
  const { body, headers } = await at.teacher.client.get(path).set('accept-encoding', 'identity').expect(200);
  expect([body.view[0].message, headers['content-length']]).toEqual([entry.message, String(Buffer.byteLength(JSON.stringify(body)))]);
  const packed = await at.teacher.client.get(path).set('accept-encoding', 'gzip').expect(200);
  expect([packed.headers['content-encoding'], packed.body]).toEqual(['gzip', body]);
  const strings = await at.teacher.client.get(path).set('accept', 'application/json+canvas-string-ids').expect(200);
  expect(strings.body.view[0]).toEqual({ ...body.view[0], id: String(entry.id), user_id: String(at.student.id) });
});
