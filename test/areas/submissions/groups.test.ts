import { beforeAll, describe, expect, test } from 'vitest';
import { makeContext } from '../../../src/access/context.ts';
import { turnInByEntry } from '../../../src/areas/submissions/turning-in.ts';
import { groupSet } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { useServer } from '../../helpers/server.ts';
import {
  grade,
  listed,
  ownSection,
  type Room,
  room,
  rubric,
  show,
  submissionsOf,
  task,
  text,
  turnIn,
  update,
  words,
} from '../../helpers/submissions.ts';

const server = useServer();
let here: Room;
/** The first two are in one group, the third in another, the fourth in none. */
let set: Awaited<ReturnType<typeof groupSet>>;
beforeAll(async () => {
  here = await room(server, 4);
  const [a = 0, b = 0, c = 0] = here.students.map((one) => one.id);
  set = await groupSet(server, here.id, [[a, b], [c]]);
});

const groupTask = (fields = {}) => task(server, here.id, { group_category_id: set.id, ...fields });
const at = (n: number) => here.students[n] ?? here.teacher;
const seen = (id: number, n: number, include: string[] = []) => show(here.id, id, at(n).id, here.teacher.client, include);
const ids = (rows: readonly { user_id: number }[]) => rows.map((row) => row.user_id);

describe('in a group assignment', () => {
  // submissions#30
  test('one turns in for all, whoever it is; who has no group does so alone', async () => {
    const id = await groupTask();
    expect((await turnIn(here.id, id, at(0), 'one')).attempt).toBe(1);
    expect((await turnIn(here.id, id, at(1), 'two')).attempt).toBe(2);
    expect((await turnIn(here.id, id, at(3), 'alone')).attempt).toBe(1);
    for (const n of [0, 1]) {
      const one = await show(here.id, id, 'self', at(n).client, ['submission_history']);
      expect(one).toMatchObject({ user_id: at(n).id, attempt: 2, body: 'two', workflow_state: 'submitted' });
      expect(one.submission_history?.map((item) => item.body)).toEqual(['one', 'two']);
    }
    expect(ids(await listed(submissionsOf(here.id, id), here.teacher.client))).toEqual([at(0).id, at(1).id, at(3).id]);
    const { rows } = await server.database.pool.query(
      'select user_id, submitter_id from submission_attempts where assignment_id = $1 and attempt = 2 order by user_id',
      [id],
    );
    expect(rows).toEqual([0, 1].map((n) => ({ user_id: at(n).id, submitter_id: at(1).id })));
  });

  // submissions#30
  test('the number is one above the highest of the members, also of one who joined later', async () => {
    const own = await room(server, 2);
    const groups = await groupSet(server, own.id, [[own.one.id]]);
    const id = await task(server, own.id, { group_category_id: groups.id });
    await turnIn(own.id, id, own.two);
    await turnIn(own.id, id, own.two);
    await turnIn(own.id, id, own.one);
    await server.admin.post(`/groups/${groups.groups[0]?.id}/memberships`, { user_id: own.two.id }).expect(200);
    expect((await turnIn(own.id, id, own.one)).attempt).toBe(3);
    expect((await show(own.id, id, own.two.id, own.teacher.client)).attempt).toBe(3);
  });

  // submissions#30
  test('only active students of the course are turned in for', async () => {
    const own = await room(server, 2);
    const groups = await groupSet(server, own.id, [[own.one.id, own.two.id]]);
    const id = await task(server, own.id, { group_category_id: groups.id });
    const { rows } = await server.database.pool.query('select id from enrollments where course_id = $1 and user_id = $2', [
      own.id,
      own.two.id,
    ]);
    await server.admin.delete(`/courses/${own.id}/enrollments/${rows[0].id}`, { task: 'conclude' }).expect(200);
    await turnIn(own.id, id, own.one);
    expect(ids(await listed(submissionsOf(own.id, id), own.teacher.client))).toEqual([own.one.id]);
  });

  // submissions#30
  test('members who turn in at once leave one and the same last attempt for all', async () => {
    const id = await groupTask();
    const sent = [0, 1, 0, 1, 0, 1];
    const answers = await Promise.all(sent.map((n, i) => turnIn(here.id, id, at(n), `${i}`)));
    expect(answers.map((one) => one.attempt).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6]);
    const [one, two] = [await seen(id, 0, ['submission_history']), await seen(id, 1, ['submission_history'])];
    const told = (shown: typeof one) => shown.submission_history?.map((item) => [item.attempt, item.body]);
    expect(told(one)).toEqual(told(two));
    expect([one.attempt, one.body]).toEqual([6, told(one)?.at(-1)?.[1]]);
  });

  // submissions#36
  test('a grade goes to all of the group, and says so', async () => {
    const id = await groupTask();
    const answer = await grade(here.id, id, at(0).id, '7', here.teacher.client);
    expect(ids(answer.all_submissions)).toEqual([at(0).id, at(1).id]);
    for (const n of [0, 1]) expect(await seen(id, n)).toMatchObject({ score: 7, workflow_state: 'graded' });
    expect((await seen(id, 2)).score).toBeNull();
    await grade(here.id, id, at(1).id, '', here.teacher.client);
    for (const n of [0, 1]) expect((await seen(id, n)).score).toBeNull();
    expect(ids((await grade(here.id, id, at(3).id, '2', here.teacher.client)).all_submissions)).toEqual([at(3).id]);
  });

  // submissions#36
  test('or to the one alone, where students are graded individually', async () => {
    const id = await groupTask({ grade_group_students_individually: true });
    await turnIn(here.id, id, at(0));
    expect(ids((await grade(here.id, id, at(0).id, '7', here.teacher.client)).all_submissions)).toEqual([at(0).id]);
    expect(await seen(id, 1)).toMatchObject({ attempt: 1, score: null, workflow_state: 'submitted' });
  });

  // submissions#13
  test('a rubric assesses all of the group', async () => {
    const id = await groupTask();
    const [row = ''] = await rubric(server, here.id, id, [4]);
    await update(here.id, id, at(0).id, { rubric_assessment: { [row]: { points: 3 } } }, here.teacher.client);
    for (const n of [0, 1])
      expect(await seen(id, n, ['rubric_assessment'])).toMatchObject({ score: 3, rubric_assessment: { [row]: { points: 3 } } });
    expect((await seen(id, 2, ['rubric_assessment'])).rubric_assessment).toBeUndefined();
  });

  // submissions#36
  test('a refused grade changes no member', async () => {
    const id = await groupTask();
    await grade(here.id, id, at(0).id, '6', here.teacher.client);
    const sent = { submission: { posted_grade: 'great' }, comment: { text_comment: 'Great!', group_comment: true } };
    expect((await here.teacher.client.put(submissionsOf(here.id, id, at(0).id), sent)).status).toBe(400);
    for (const n of [0, 1]) {
      const one = await seen(id, n, ['submission_comments']);
      expect([one.score, words(one)]).toEqual([6, []]);
    }
  });

  // submissions#37
  test('graders of both members at once settle on one grade for both', async () => {
    const id = await groupTask();
    await Promise.all([0, 1, 0, 1, 0, 1].map((n, i) => grade(here.id, id, at(n).id, i, here.teacher.client)));
    expect((await seen(id, 0)).score).toBe((await seen(id, 1)).score);
    const { rows } = await server.database.pool.query('select count(*) as n from grade_changes where assignment_id = $1', [id]);
    expect(Number(rows[0].n)).toBe(12);
  });

  // submissions#36
  test('a limited grader is told of the members in reach', async () => {
    const own = await room(server, 1);
    const { member, assistant } = await ownSection(server, own.id);
    const groups = await groupSet(server, own.id, [[own.one.id, member.id]]);
    const id = await task(server, own.id, { group_category_id: groups.id });
    expect(ids((await grade(own.id, id, member.id, '5', assistant.client)).all_submissions)).toEqual([member.id]);
    expect((await show(own.id, id, own.one.id, own.teacher.client)).score).toBe(5);
  });
});

describe('a comment to the group', () => {
  const said = async (id: number, n: number) => words(await seen(id, n, ['submission_comments']));
  const say = (id: number, n: number, comment: Fields, by = here.teacher) => update(here.id, id, at(n).id, { comment }, by.client);

  // submissions#57
  test('goes to each member, by graders and members; without the word to the one', async () => {
    const id = await groupTask();
    await say(id, 0, { text_comment: 'Only you' });
    await say(id, 0, { text_comment: 'Not all', group_comment: 'false' });
    const answer = await say(id, 0, { text_comment: 'All of you', group_comment: 'true' });
    expect(ids(answer.all_submissions)).toEqual([at(0).id, at(1).id]);
    const own = await say(id, 1, { text_comment: 'From a member', group_comment: '1' }, at(1));
    // The others' submissions are not a member's to read.
    expect(ids(own.all_submissions)).toEqual([at(1).id]);
    expect(await said(id, 0)).toEqual(['Only you', 'Not all', 'All of you', 'From a member']);
    expect(await said(id, 1)).toEqual(['All of you', 'From a member']);
    expect(await said(id, 2)).toEqual([]);
  });

  // submissions#57
  test('is for one where there is no text, no group or no group assignment', async () => {
    const id = await groupTask();
    await say(id, 0, { media_comment_id: 'm', media_comment_type: 'audio', group_comment: true });
    expect([await said(id, 0), await said(id, 1)]).toEqual([[''], []]);
    await say(id, 3, { text_comment: 'alone', group_comment: true });
    expect(await said(id, 3)).toEqual(['alone']);
    const plain = await task(server, here.id);
    await say(plain, 0, { text_comment: 'you', group_comment: true });
    expect([await said(plain, 0), await said(plain, 1)]).toEqual([['you'], []]);
  });
});

describe('a first entry in the topic of an assignment', () => {
  const enterAs = (id: number, userId: number) => {
    const caller = { userId, rootAccountId: 1, timeZone: 'UTC', adminOf: [], realUserId: null, lentBy: null };
    const ctx = makeContext({ database: server.database, caller, baseUrl: server.url, webUrl: server.url, now: new Date() });
    return ctx.tx((tx) => turnInByEntry(tx, { roles: new Set(['student']), writing: new Set(['student']) }, id));
  };
  const enter = (id: number, n: number) => enterAs(id, at(n).id);

  // discussions#91, submissions#31
  test('turns it in once, however many are posted at once', async () => {
    const id = await task(server, here.id, { submission_types: ['discussion_topic'] });
    await Promise.all([enter(id, 0), enter(id, 0), enter(id, 0)]);
    await enter(id, 0);
    expect(await seen(id, 0)).toMatchObject({ attempt: 1, submission_type: 'discussion_topic', workflow_state: 'submitted', body: null });
  });

  // discussions#91, submissions#31
  test('for the whole group, of students alone, of a topic alone', async () => {
    const id = await groupTask({ submission_types: ['discussion_topic'] });
    await Promise.all([enter(id, 0), enter(id, 1)]);
    for (const n of [0, 1]) expect((await seen(id, n)).attempt).toBe(1);
    await enterAs(id, here.teacher.id);
    const plain = await task(server, here.id);
    await enter(plain, 0);
    expect(ids(await listed(submissionsOf(here.id, id), here.teacher.client))).toEqual([at(0).id, at(1).id]);
    expect(await listed(submissionsOf(here.id, plain), here.teacher.client)).toEqual([]);
  });
});

// submissions#27
test('a whole group may post as it likes: text is one attempt for all', async () => {
  const id = await groupTask();
  const answer = await at(0).client.post(submissionsOf(here.id, id), { ...text(), comment: { text_comment: 'mine' } });
  expect(answer.body.submission_comments).toHaveLength(1);
  expect(words(await seen(id, 1, ['submission_comments']))).toEqual([]);
});
