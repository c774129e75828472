import { describe, expect, test } from 'vitest';
import { ReadBudget, SMALL_READ } from '../../src/http/read-budget.ts';
import { school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const MB = 1024 * 1024;
/** So that a row, with what it takes beside its values, is counted as whole megabytes. */
const ROW = MB - 200;

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
const PUT_OFF = { status: 503, headers: { 'retry-after': '1' }, reason: 'large_answers' };

// conventions#107
describe('what answers are made of', () => {
  test('is not counted up to a size', () => {
    const lease = new ReadBudget(0, 0).lease();
    expect(lease.took(SMALL_READ - 200, false)).toBe(false);
    expect(refusalOf(() => lease.took(0, false))).toMatchObject({ status: 400 });
  });

  test('is refused where it is too much by itself, and gives back what it held', () => {
    const budget = new ReadBudget(9 * MB, 2 * MB);
    const lease = budget.lease();
    for (let i = 0; i < 2; i++) expect(lease.took(ROW, false)).toBe(true);
    expect(refusalOf(() => lease.took(1, false))).toMatchObject({ status: 400, reason: null });
    expect(lease.took(ROW, false)).toBe(true);
  });

  test('makes room for smaller ones where it is most', () => {
    const budget = new ReadBudget(6 * MB, 4 * MB);
    const [large, small, later] = [budget.lease(), budget.lease(), budget.lease()];
    for (let i = 0; i < 3; i++) large.took(ROW, false);
    small.took(ROW, false);
    small.took(ROW, false);
    expect(refusalOf(() => large.took(1, false))).toMatchObject(PUT_OFF);
    // It holds nothing any more.
    small.took(ROW, false);
    later.took(ROW, false);
    expect(refusalOf(() => small.took(1, false))).toMatchObject(PUT_OFF);
  });

  test('counts until whoever is put off has noticed, and stays within the whole', () => {
    const budget = new ReadBudget(6 * MB, 4 * MB);
    const [large, small, later] = [budget.lease(), budget.lease(), budget.lease()];
    for (let i = 0; i < 4; i++) large.took(ROW, false);
    small.took(ROW, false);
    small.took(ROW, false);
    expect(refusalOf(() => later.took(ROW, false))).toMatchObject(PUT_OFF);
    large.end();
    expect(later.took(ROW, false)).toBe(true);
  });

  test('puts off nobody for what is put off already', () => {
    const budget = new ReadBudget(9 * MB, 4 * MB);
    const [large, small] = [budget.lease(), budget.lease()];
    for (let i = 0; i < 3; i++) large.took(ROW, false);
    for (let i = 0; i < 4; i++) expect(small.took(ROW, false)).toBe(true);
    expect(refusalOf(() => large.took(1, false))).toMatchObject(PUT_OFF);
  });

  test('is given back, and counted anew', () => {
    const budget = new ReadBudget(2 * MB, 2 * MB);
    const [one, other] = [budget.lease(), budget.lease()];
    for (let i = 0; i < 3; i++) {
      one.took(2 * MB - 200, false);
      one.end();
      one.end();
      other.took(2 * MB - 200, false);
      other.end();
    }
    one.took(2 * MB - 200, false);
    expect(refusalOf(() => other.took(2 * MB - 200, false))).toMatchObject(PUT_OFF);
  });

  test('counts control characters as JSON writes them, and other text as it is', () => {
    const budget = new ReadBudget(9 * MB, 2 * MB);
    const [many, other] = [budget.lease(), budget.lease()];
    const took = (text: string) => (lease: ReturnType<ReadBudget['lease']>) => lease.took(text.length, false, [null, text]);
    expect(refusalOf(() => took('\u0001'.repeat(MB / 2))(many))).toMatchObject({ status: 400 });
    expect(took('"<>\n\\\t\r'.repeat(MB / 8))(other)).toBe(true);
    expect(took('\u0001'.repeat(MB / 8))(other)).toBe(true);
    // As much was counted as is given back.
    other.end();
    const whole = budget.lease();
    expect(whole.took(2 * MB - 200, false)).toBe(true);
  });

  test('is refused where it has the same text in it too often', () => {
    const lease = new ReadBudget(9 * MB, 2 * MB).lease();
    const answer = (times: number) => ({
      rows: Array(times).fill({ of: { text: 'x'.repeat(MB / 4) }, none: null, bytes: Buffer.alloc(9 * MB) }),
    });
    lease.took(128 * 1024 - 200, false);
    lease.requireWritable(answer(9), false);
    lease.took(0, false);
    lease.requireWritable(answer(8), false);
    expect(refusalOf(() => lease.requireWritable(answer(9), false))).toMatchObject({ status: 400 });
    expect(lease.hasRefused).toBe(true);
    expect(refusalOf(() => lease.requireWritable(answer(9), true))).toMatchObject({ message: expect.stringContaining('has been done') });
    expect(refusalOf(() => lease.requireWritable({ text: '\u0001'.repeat(MB / 2) }, false))).toMatchObject({ status: 400 });
  });

  test('is not refused for others to whoever has written, unless it is far too much', () => {
    const budget = new ReadBudget(2 * MB, 2 * MB);
    const [reading, written] = [budget.lease(), budget.lease()];
    reading.took(2 * MB - 200, false);
    for (let i = 0; i < 8; i++) expect(written.took(ROW, true)).toBe(true);
    expect(refusalOf(() => written.took(1, true))).toMatchObject({ status: 400, message: expect.stringContaining('has been done') });
  });
});

const server = useServer();

// conventions#107
describe('an answer that is made of too much', () => {
  test('is refused, and goes in smaller pages', async () => {
    const { course, student, teacher } = await school(server);
    const topics = `/courses/${course.id}/discussion_topics`;
    const { id } = (await teacher.client.post(topics, { title: 'Long', published: true }).expect(200)).body;
    for (let i = 0; i < 13; i++) await student.client.post(`${topics}/${id}/entries`, { message: 'x' }).expect(201);
    await server.database.pool.query(`update discussion_entries set message = repeat('x', 5500000) where topic_id = $1`, [id]);
    const refused = await student.client.get(`${topics}/${id}/entries`, { per_page: 100 }).expect(400);
    expect(refused.body).toEqual({ errors: [{ message: expect.stringContaining('more than 64 MB') }] });
    await student.client.head(`${topics}/${id}/entries`, { per_page: 100 }).expect(400);
    const smaller = await student.client.get(`${topics}/${id}/entries`, { per_page: 10 }).expect(200);
    expect(smaller.body).toHaveLength(10);
  });

  test('counts as JSON', async () => {
    const { course, student, teacher } = await school(server);
    const topics = `/courses/${course.id}/discussion_topics`;
    const { id } = (await teacher.client.post(topics, { title: 'Odd', published: true }).expect(200)).body;
    for (let i = 0; i < 3; i++) await student.client.post(`${topics}/${id}/entries`, { message: 'x' }).expect(201);
    await server.database.pool.query(`update discussion_entries set message = repeat(chr(1), 4500000) where topic_id = $1`, [id]);
    await student.client.get(`${topics}/${id}/entries`, { per_page: 100 }).expect(400);
    const fewer = await student.client.get(`${topics}/${id}/entries`, { per_page: 1 }).expect(200);
    expect(fewer.body).toHaveLength(1);
  });

  test('is refused where it has one text in it over and over', async () => {
    const { course, student, teacher } = await school(server);
    const to = { recipients: [String(teacher.id)], body: 'x', context_code: `course_${course.id}` };
    const [{ id }] = (await student.client.post('/conversations', to).expect(201)).body;
    const add = (forwarded: number[]) =>
      student.client.post(`/conversations/${id}/add_message`, { body: 'y', forwarded_message_ids: forwarded }).expect(200);
    const long = (await add([])).body.messages[0].id;
    for (let i = 0; i < 3; i++) await add([long]);
    const writeLong = (length: number) =>
      server.database.pool.query(`update conversation_messages set body = repeat('x', $2) where id = $1`, [long, length]);
    await writeLong(16_000_000);
    expect((await student.client.get(`/conversations/${id}`).expect(200)).body.messages).toHaveLength(5);
    await writeLong(17_000_000);
    await student.client.get(`/conversations/${id}`).expect(400);
  });

  test('of a request that has written tells that this is done', async () => {
    const { course, student, teacher } = await school(server);
    const assignment = { name: 'Talked about', published: true, points_possible: 10 };
    const { id } = (await teacher.client.post(`/courses/${course.id}/assignments`, { assignment }).expect(201)).body;
    const submission = `/courses/${course.id}/assignments/${id}/submissions/${student.id}`;
    const grade = (points: number) => teacher.client.put(submission, { submission: { posted_grade: points } });
    for (let i = 0; i < 10; i++) await teacher.client.put(submission, { comment: { text_comment: 'x' } }).expect(200);
    const comments = (length: number) =>
      server.database.pool.query(`update submission_comments set comment = repeat('x', $2) where assignment_id = $1`, [id, length]);
    await comments(700_000);
    await grade(8).expect(200);
    await comments(900_000);
    const answer = await grade(9).expect(400);
    expect(answer.body).toEqual({ errors: [{ message: expect.stringContaining('has been done') }] });
    const { body } = await teacher.client.get(submission).expect(200);
    expect(body.score).toBe(9);
  });
});
