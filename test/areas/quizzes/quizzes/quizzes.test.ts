import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed, day, NONE, override } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { assignmentOf, change, listed, question, quiz, quizzesOf, see } from '../../../helpers/quizzes.ts';
import { NOT_FOUND } from '../../../helpers/refusals.ts';
import { course, made, school, unique } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

describe('a new quiz', () => {
  // quizzes#5, quizzes#6, quizzes#113
  test('of which nothing was said has its defaults', async () => {
    const { id } = await course(server);
    const one = await made(server.admin.post(quizzesOf(id), {}), z.looseObject({ id: z.int() }));
    const url = `${server.url}/courses/${id}/quizzes/${one.id}`;
    expect(one).toEqual({
      id: one.id,
      title: 'Unnamed Quiz',
      html_url: url,
      mobile_url: `${url}?force_user=1&persist_headless=1`,
      description: null,
      quiz_type: 'assignment',
      assignment_id: null,
      assignment_group_id: null,
      time_limit: null,
      shuffle_answers: false,
      hide_results: null,
      show_correct_answers: true,
      scoring_policy: 'keep_highest',
      allowed_attempts: 1,
      one_question_at_a_time: false,
      question_count: 0,
      points_possible: 0,
      cant_go_back: false,
      access_code: null,
      ip_filter: null,
      due_at: null,
      lock_at: null,
      unlock_at: null,
      published: false,
      locked_for_user: false,
      require_lockdown_browser: false,
      require_lockdown_browser_for_results: false,
    });
  });

  // quizzes#6
  test('has all that is sent, as a form and as JSON', async () => {
    const { id } = await course(server);
    const sent = {
      title: 'Midterm',
      description: '<p>All of it</p>',
      quiz_type: 'graded_survey',
      time_limit: 45,
      shuffle_answers: true,
      hide_results: 'until_after_last_attempt',
      allowed_attempts: 3,
      scoring_policy: 'keep_latest',
      one_question_at_a_time: true,
      cant_go_back: true,
      access_code: 'sesame',
      ip_filter: '10.0.0.0/8, 192.168.1.1',
      unlock_at: day(1),
      due_at: day(2),
      lock_at: day(3),
      published: true,
    };
    for (const request of [server.admin.post(quizzesOf(id), { quiz: sent }), server.admin.postForm(quizzesOf(id), { quiz: sent })])
      expect(await made(request, z.looseObject({}))).toMatchObject(sent);
  });

  // quizzes#7, quizzes#9
  test.each<[string, Fields]>([
    ['quiz_type', { quiz_type: 'exam' }],
    ['hide_results', { hide_results: 'sometimes' }],
    ['scoring_policy', { scoring_policy: 'keep_average', allowed_attempts: 2 }],
    ['allowed_attempts', { allowed_attempts: 0 }],
    ['allowed_attempts', { allowed_attempts: -2 }],
    ['time_limit', { time_limit: 0 }],
    ['time_limit', { time_limit: 'long' }],
    ['ip_filter', { ip_filter: '10.0.0' }],
    ['cant_go_back', { cant_go_back: true }],
    ['hide_results', { hide_results: 'until_after_last_attempt' }],
    ['assignment_group_id', { assignment_group_id: NONE }],
    ['assignment_group_id', { assignment_group_id: 1, quiz_type: 'survey' }],
    ['unlock_at', { unlock_at: day(3), due_at: day(2) }],
    ['due_at', { due_at: 'soon' }],
    ['title', { title: 'x'.repeat(256) }],
    ['published', { published: 'perhaps' }],
  ])('is refused by its %s: %j, and neither made nor changed', async (field, sent) => {
    const { id } = await course(server);
    const one = await quiz(server.admin, id);
    const refusals = [
      await server.admin.post(quizzesOf(id), { quiz: { title: 'No', ...sent } }),
      await server.admin.put(quizzesOf(id, one.id), { quiz: { title: 'No', ...sent } }),
    ];
    for (const { status, body } of refusals) expect({ status, body }).toEqual(blamed(field));
    expect(await listed(server.admin, id)).toEqual([one]);
  });
});

describe('who sees what', () => {
  // quizzes#1, quizzes#4
  test('students and observers published quizzes, without code and filter; other courses’ are not there', async () => {
    const at = await school(server);
    const codes = { access_code: 'sesame', ip_filter: '10.0.0.1' };
    const draft = await quiz(at.teacher.client, at.course.id, codes);
    const open = await quiz(at.teacher.client, at.course.id, { ...codes, published: true });
    for (const one of [at.teacher, at.ta, at.designer, at.subAdmin])
      expect(await listed(one.client, at.course.id)).toEqual([expect.objectContaining(codes), expect.objectContaining(codes)]);
    for (const one of [at.student, at.observer]) {
      const [shown, ...others] = await listed(one.client, at.course.id);
      expect([shown?.id, others]).toEqual([open.id, []]);
      expect(shown).not.toHaveProperty('access_code');
      expect(shown).not.toHaveProperty('ip_filter');
      expect((await one.client.get(quizzesOf(at.course.id, draft.id)).expect(404)).body).toEqual(NOT_FOUND);
    }
    const elsewhere = await course(server);
    await server.admin.get(quizzesOf(elsewhere.id, open.id)).expect(404);
    await server.admin.put(quizzesOf(elsewhere.id, open.id), { quiz: { title: 'Mine' } }).expect(404);
    await server.admin.delete(quizzesOf(elsewhere.id, open.id)).expect(404);
  });

  // assignments#31, quizzes#17
  test('everybody by the dates of their own, and nothing ahead of them', async () => {
    const at = await school(server);
    const dates = { unlock_at: day(1), due_at: day(2), lock_at: day(9) };
    const { id, assignment_id: assignmentId } = await quiz(at.teacher.client, at.course.id, {
      description: 'Text',
      published: true,
      ...dates,
    });
    const own = { student_ids: [at.student.id], title: 'Earlier', unlock_at: '2001-01-01T00:00:00Z', due_at: day(5) };
    await override(server, at.course.id, assignmentId ?? 0, own);
    const mine = await see(at.student.client, at.course.id, id);
    expect(mine).toMatchObject({ due_at: day(5), lock_at: day(9), locked_for_user: false, description: 'Text' });
    const other = await see(at.student2.client, at.course.id, id);
    expect(other).toMatchObject({
      due_at: day(2),
      locked_for_user: true,
      description: null,
      lock_info: { asset_string: `assignment_${assignmentId}`, unlock_at: day(1) },
      lock_explanation: expect.stringMatching(/^This assignment is locked until May 1, 2040/),
    });
    expect(await see(at.teacher.client, at.course.id, id)).toMatchObject({ locked_for_user: false, description: 'Text', due_at: day(5) });
    const practice = await quiz(at.teacher.client, at.course.id, {
      quiz_type: 'practice_quiz',
      published: true,
      lock_at: '2001-01-01T12:00:00Z',
      description: 'Was',
    });
    expect(await see(at.student.client, at.course.id, practice.id)).toMatchObject({
      locked_for_user: true,
      lock_info: { asset_string: `quiz_${practice.id}`, lock_at: '2001-01-01T12:00:00Z' },
      lock_explanation: expect.stringMatching(/^This quiz was locked January 1, 2001/),
      description: 'Was',
    });
  });
});

describe('the list', () => {
  // quizzes#13
  test('goes by due date, none last, then title in any case, then id, page by page', async () => {
    const { id } = await course(server);
    const titles = ['same', 'b', 'Á', 'same', 'z first', 'None'];
    const due = [day(5), day(5), day(5), day(5), day(1), null];
    const made = [];
    for (const [i, title] of titles.entries()) made.push((await quiz(server.admin, id, { title, due_at: due[i] ?? '' })).id);
    const [same, b, a, same2, first, none] = made;
    const order = [first, a, b, same, same2, none];
    expect((await listed(server.admin, id)).map((one) => one.id)).toEqual(order);
    expect((await listed(server.admin, id, { per_page: 2, page: 2 })).map((one) => one.id)).toEqual(order.slice(2, 4));
  });

  // quizzes#14
  test('finds a part of the title in any case of any script', async () => {
    const { id } = await course(server);
    const [one] = [await quiz(server.admin, id, { title: 'ΛΌΓΟΣ 100%' }), await quiz(server.admin, id, { title: 'Other' })];
    for (const term of ['λόγος', 'ος 1', '100%']) expect(await listed(server.admin, id, { search_term: term })).toEqual([one]);
    expect(await listed(server.admin, id, { search_term: '%' })).toEqual([one]);
    expect(await listed(server.admin, id, { search_term: 'nothing' })).toEqual([]);
  });
});

describe('an update', () => {
  // quizzes#15
  test('changes what is sent; empty takes back what may be null', async () => {
    const { id } = await course(server);
    const one = await quiz(server.admin, id, {
      time_limit: 5,
      access_code: 'x',
      ip_filter: '10.0.0.1',
      due_at: day(2),
      description: 'Text',
    });
    const nothing = { time_limit: '', access_code: '', ip_filter: '', due_at: '', description: '' };
    const none = { time_limit: null, access_code: null, ip_filter: null, due_at: null, description: null };
    expect(await change(server.admin, id, one.id, {})).toEqual(one);
    expect(await made(server.admin.putForm(quizzesOf(id, one.id), { quiz: nothing }), z.looseObject({}))).toEqual({ ...one, ...none });
    expect(await change(server.admin, id, one.id, { notify_of_update: false, title: 'Other' })).toMatchObject({ title: 'Other' });
  });

  // quizzes#15
  test('of two at once loses neither', async () => {
    const { id } = await course(server);
    const one = await quiz(server.admin, id, { published: true });
    await Promise.all([
      change(server.admin, id, one.id, { title: 'Other' }),
      change(server.admin, id, one.id, { time_limit: 7 }),
      change(server.admin, id, one.id, { description: 'Text' }),
    ]);
    expect(await see(server.admin, id, one.id)).toMatchObject({ title: 'Other', time_limit: 7, description: 'Text' });
  });

  // quizzes#2, quizzes#16
  test('DELETE answers it as it was, and takes its assignment along', async () => {
    const { id } = await course(server);
    const one = await quiz(server.admin, id, { published: true });
    await question(server.admin, id, one.id);
    const before = await see(server.admin, id, one.id);
    const found = await assignmentOf(server.admin, id, one.id);
    expect((await server.admin.delete(quizzesOf(id, one.id)).expect(200)).body).toEqual(before);
    for (const path of [quizzesOf(id, one.id), `${quizzesOf(id, one.id)}/questions`, `/courses/${id}/assignments/${found?.id}`])
      await server.admin.get(path).expect(404);
    await server.admin.delete(quizzesOf(id, one.id)).expect(404);
  });
});

describe('where the assignment of a graded quiz is', () => {
  // quizzes#28
  test('in the group that was named, else in the first one, before it is published too', async () => {
    const { id } = await course(server);
    const group = async () => (await made(server.admin.post(`/courses/${id}/assignment_groups`, { name: unique('Group') }), Made)).id;
    const draft = await quiz(server.admin, id);
    expect(draft.assignment_group_id).toBeNull();
    const [first, second] = [await group(), await group()];
    expect((await see(server.admin, id, draft.id)).assignment_group_id).toBe(first);
    const named = await quiz(server.admin, id, { assignment_group_id: second });
    expect(named.assignment_group_id).toBe(second);
    expect((await change(server.admin, id, draft.id, { published: true })).assignment_group_id).toBe(first);
    expect((await change(server.admin, id, named.id, { published: true })).assignment_group_id).toBe(second);
    expect((await assignmentOf(server.admin, id, named.id))?.assignment_group_id).toBe(second);
    expect((await change(server.admin, id, named.id, { assignment_group_id: first })).assignment_group_id).toBe(first);
    expect((await assignmentOf(server.admin, id, named.id))?.assignment_group_id).toBe(first);
    expect((await quiz(server.admin, id, { quiz_type: 'survey' })).assignment_group_id).toBeNull();
  });

  // quizzes#29
  test('in the one that its group’s assignments are moved to, before it is published too', async () => {
    const { id } = await course(server);
    const group = async () => (await made(server.admin.post(`/courses/${id}/assignment_groups`, { name: unique('Group') }), Made)).id;
    const [first, second, third] = [await group(), await group(), await group()];
    const [draft, published, elsewhere] = [
      await quiz(server.admin, id, { assignment_group_id: second }),
      await quiz(server.admin, id, { assignment_group_id: second, published: true }),
      await quiz(server.admin, id, { assignment_group_id: first }),
    ];
    await server.admin.delete(`/courses/${id}/assignment_groups/${second}`, { move_assignment_to: third }).expect(200);
    const groups = async () =>
      Promise.all([draft, published, elsewhere].map(async (one) => (await see(server.admin, id, one.id)).assignment_group_id));
    expect(await groups()).toEqual([third, third, first]);
    await change(server.admin, id, draft.id, { published: true });
    expect(await groups()).toEqual([third, third, first]);
  });

  // quizzes#28
  test('in the first one where the named one has gone before it is published', async () => {
    const { id } = await course(server);
    const group = async () => (await made(server.admin.post(`/courses/${id}/assignment_groups`, { name: unique('Group') }), Made)).id;
    const [first, second] = [await group(), await group()];
    const one = await quiz(server.admin, id, { assignment_group_id: second });
    await server.admin.delete(`/courses/${id}/assignment_groups/${second}`).expect(200);
    expect((await see(server.admin, id, one.id)).assignment_group_id).toBe(first);
    expect((await change(server.admin, id, one.id, { published: true })).assignment_group_id).toBe(first);
  });
});
