import { describe, expect, test } from 'vitest';
import { BUILD_VIEW } from '../../../../src/areas/discussions/job-names.ts';
import type { ViewEntry } from '../../../../src/areas/discussions/schemas.ts';
import { buildView, peopleOf, type ViewRow, viewTree, withBase } from '../../../../src/areas/discussions/views/building.ts';
import type { Database, Db } from '../../../../src/store/database.ts';
import { idsOf, topicsAt } from '../../../helpers/discussions.ts';
import { queued, workAhead } from '../../../helpers/jobs.ts';
import { school } from '../../../helpers/school.ts';
import { adminToken, type Client, deafServer, useServer } from '../../../helpers/server.ts';

const server = useServer();
const STRING_IDS = 'application/json+canvas-string-ids';

async function discussed(fields: Record<string, string> = {}) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, fields);
  const path = `${here.path}/${topic.id}/view`;
  const view = async (by: Client, query = {}) => (await by.get(path, query).expect(200)).body;
  const build = () => workAhead(server, BUILD_VIEW);
  return { at, here, topic, path, view, build, by: at.student.client };
}

/** The same database, where the view of a topic is stored again as soon as its new entries are asked for. */
const storingMeanwhile = (database: Database, topicId: number): Database => ({
  ...database,
  attended: (...how) => {
    const db = database.attended(...how);
    const rows: Db['rows'] = async (query, values) => {
      if (query.name === 'view_new_entries') await buildView(database, topicId);
      return db.rows(query, values);
    };
    const made: Db = Object.create(db, { rows: { value: rows } });
    return made;
  },
});

describe('a tree of entries', () => {
  const row = (id: number, parentId: number | null, more: Partial<ViewRow> = {}): ViewRow => ({
    id,
    parentId,
    userId: 1,
    editorId: null,
    message: `m${id}`,
    attachment: null,
    ratingCount: 0,
    ratingSum: 0,
    deleted: false,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    updatedAt: new Date('2026-01-02T00:00:00Z'),
    ...more,
  });
  type Shape = [number, Shape[]];
  const shape = (entries: readonly ViewEntry[]): Shape[] => entries.map((entry) => [entry.id, shape(entry.replies ?? [])]);

  // discussions#56
  test('is by id at every level', () => {
    const rows = [row(1, null), row(2, null), row(3, 1), row(4, 3), row(5, 1), row(6, null)];
    expect(shape(viewTree(rows))).toEqual([
      [
        1,
        [
          [3, [[4, []]]],
          [5, []],
        ],
      ],
      [2, []],
      [6, []],
    ]);
  });
  // discussions#57
  test('shows of a deleted entry that it was there', () => {
    const [gone] = viewTree([row(1, null, { deleted: true, editorId: 2 }), row(2, 1)]);
    expect(Object.keys(gone ?? {}).toSorted()).toEqual(['created_at', 'deleted', 'id', 'parent_id', 'replies', 'updated_at']);
  });
  // discussions#60
  test('says whose entries can be read, and who changed them', () => {
    const rows = [row(1, null), row(2, 1, { userId: 2, editorId: 3 }), row(3, 1, { userId: 4, editorId: 5, deleted: true }), row(4, null)];
    expect(peopleOf(rows)).toEqual([1, 2, 3]);
    expect(viewTree([row(1, null)])[0]).toEqual({
      id: 1,
      parent_id: null,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-02T00:00:00Z',
      user_id: 1,
      message: 'm1',
    });
    expect(viewTree([row(1, null, { deleted: true })])[0]).toMatchObject({ deleted: true });
  });
  // discussions#62
  test('gets the server’s own address where a file has one, and nowhere else', () => {
    const stored = JSON.stringify({ url: '/files/5/download', message: '"url":"/x"', html: 'url: /y' });
    expect(JSON.parse(withBase(stored, 'https://school.example'))).toEqual({
      url: 'https://school.example/files/5/download',
      message: '"url":"/x"',
      html: 'url: /y',
    });
  });
  // discussions#60
  test('names an editor who is not the author', () => expect(viewTree([row(1, null, { editorId: 2 })])[0]?.editor_id).toBe(2));
});

describe('the view', () => {
  // discussions#56
  test('of a new topic is there and empty', async () => {
    const { view, by } = await discussed();
    expect(await view(by)).toEqual({ unread_entries: [], forced_entries: [], participants: [], view: [] });
  });

  // discussions#56, discussions#58, discussions#60
  test('holds entries once the job has built it, and the new ones until then where they are asked for', async () => {
    const { at, here, topic, view, build, by } = await discussed({ discussion_type: 'threaded' });
    const top = await here.say(by, topic.id);
    const reply = await here.answer(at.teacher.client, topic.id, top.id);
    const before = await view(by, { include_new_entries: 1 });
    expect([before.view, idsOf(before.new_entries), before.unread_entries]).toEqual([[], [top.id, reply.id], [reply.id]]);
    expect(idsOf(before.participants)).toEqual([at.teacher.id, at.student.id]);
    expect(await view(by)).not.toHaveProperty('new_entries');
    await build();
    const after = await view(by, { include_new_entries: 1 });
    const { read_state: _r, forced_read_state: _f, user_name: _n, rating_count: _c, rating_sum: _s, ...stored } = top;
    const { read_state: _r2, forced_read_state: _f2, user_name: _n2, rating_count: _c2, rating_sum: _s2, ...storedReply } = reply;
    expect(after).toMatchObject({ view: [{ ...stored, replies: [storedReply] }], new_entries: [] });
    const none = `${server.url}/images/no-picture.svg`;
    expect(after.participants).toEqual([
      { id: at.teacher.id, display_name: at.teacher.name, avatar_url: none, avatar_image_url: none, html_url: expect.any(String) },
      { id: at.student.id, display_name: at.student.name, avatar_url: none, avatar_image_url: none, html_url: expect.any(String) },
    ]);
  });

  // discussions#57, discussions#58
  test('tells edits and deletions since as new entries, whoever made them', async () => {
    const { at, here, topic, view, build, by } = await discussed();
    const [a, b] = [await here.say(by, topic.id), await here.say(by, topic.id)];
    await build();
    await at.ta.client.put(`${here.path}/${topic.id}/entries/${b.id}`, { message: 'edited' }).expect(200);
    await by.delete(`${here.path}/${topic.id}/entries/${a.id}`).expect(204);
    const found = await view(at.teacher.client, { include_new_entries: true });
    expect(found.new_entries).toEqual([
      expect.objectContaining({ id: a.id, deleted: true }),
      expect.objectContaining({ id: b.id, message: 'edited', editor_id: at.ta.id }),
    ]);
    expect(found.new_entries[0]).not.toHaveProperty('user_id');
    expect(idsOf(found.participants)).toEqual([at.ta.id, at.student.id]);
    await build();
    const rebuilt = await view(at.teacher.client);
    expect(rebuilt.view).toEqual([
      expect.objectContaining({ id: a.id, deleted: true }),
      expect.objectContaining({ id: b.id, message: 'edited' }),
    ]);
    expect(rebuilt.unread_entries).toEqual([b.id]);
  });

  // discussions#58
  test('is one view with its new entries, also where another is stored between the two', async () => {
    const { here, topic, path, by } = await discussed();
    const entry = await here.say(by, topic.id);
    const app = await deafServer({ database: storingMeanwhile(server.database, topic.id), services: server.services });
    const headers = { authorization: `Bearer ${adminToken()}` };
    const found = (await app.inject({ url: `/api/v1${path}?include_new_entries=1`, headers })).json();
    expect([found.view, idsOf(found.new_entries), found.unread_entries]).toEqual([[], [entry.id], [entry.id]]);
    await app.close();
  });

  // discussions#61
  test('tells the caller what is unread and forced for them', async () => {
    const { at, here, topic, view, by } = await discussed();
    const [a, b, c] = [await here.say(by, topic.id), await here.say(by, topic.id), await here.say(at.teacher.client, topic.id)];
    const other = at.student2.client;
    await other.put(`${here.path}/${topic.id}/entries/${b.id}/read`, { forced_read_state: true }).expect(204);
    expect(await view(other)).toMatchObject({ unread_entries: [a.id, c.id], forced_entries: [b.id] });
    expect(await view(by)).toMatchObject({ unread_entries: [c.id], forced_entries: [] });
  });

  // discussions#58
  test('is built once after many changes', async () => {
    const { here, topic, by } = await discussed();
    await Promise.all(Array.from({ length: 8 }, () => here.say(by, topic.id)));
    expect(await queued(server, `${BUILD_VIEW}:${topic.id}`)).toHaveLength(1);
  });

  // discussions#58
  test('is never written over by an older one', async () => {
    const { here, topic, build, by } = await discussed();
    await here.say(by, topic.id);
    await build();
    const { rows } = await server.database.pool.query('select json from discussion_views where topic_id = $1', [topic.id]);
    await server.database.pool.query('update discussion_topics set version = version - 1 where id = $1', [topic.id]);
    await server.database.pool.query('update discussion_entries set message = $2 where topic_id = $1', [topic.id, 'older']);
    await buildView(server.database, topic.id);
    expect((await server.database.pool.query('select json from discussion_views where topic_id = $1', [topic.id])).rows).toEqual(rows);
  });

  // discussions#59
  test('that is not there is 503, and made', async () => {
    const { here, topic, path, view, build, by } = await discussed();
    const entry = await here.say(by, topic.id);
    await build();
    await server.database.pool.query('delete from discussion_views where topic_id = $1', [topic.id]);
    const answer = await by.get(path).expect(503);
    expect([answer.headers['retry-after'], answer.body]).toEqual(['1', { errors: [{ message: expect.any(String) }] }]);
    await build();
    expect(idsOf((await view(by)).view)).toEqual([entry.id]);
  });

  // discussions#63
  test('answers ids as strings where that is asked for', async () => {
    const { at, here, topic, path, build, by } = await discussed();
    const entry = await here.say(by, topic.id);
    await build();
    const { body } = await at.teacher.client.get(path).set('accept', STRING_IDS).expect(200);
    expect([body.view[0].id, body.view[0].user_id, body.unread_entries, body.participants[0].id]).toEqual(
      [entry.id, at.student.id, [entry.id], at.student.id].map((id) => (Array.isArray(id) ? id.map(String) : String(id))),
    );
  });
});
