import { describe, expect, test } from 'vitest';
import { day, override } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { assignmentOf, type Exam, exam, quiz } from '../../../helpers/quizzes.ts';
import { refusedFields } from '../../../helpers/refusals.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();
const read = async (here: Exam, by: Client, query: Fields = {}) =>
  (await by.get(`/courses/${here.id}/quizzes/assignment_overrides`, query).expect(200)).body.quiz_assignment_overrides;

describe('dates of quizzes', () => {
  // quizzes#107
  test('are those of all to who edits, and their own to students', async () => {
    const here = await exam(server, { due_at: day(10), lock_at: day(20) });
    const draft = await quiz(here.teacher.client, here.id);
    const linked = await assignmentOf(here.teacher.client, here.id, here.quiz.id);
    const { id, title } = await override(server, here.id, linked?.id ?? 0, { student_ids: [here.one.id], title: 'Later', due_at: day(15) });
    const all = [
      { base: true, due_at: day(10), unlock_at: null, lock_at: day(20) },
      { id, title, due_at: day(15), unlock_at: null, lock_at: day(20) },
    ];
    const none = [{ base: true, due_at: null, unlock_at: null, lock_at: null }];
    const set = { quiz_id: here.quiz.id, due_dates: all, all_dates: all };
    expect(await read(here, here.teacher.client)).toEqual([set, { quiz_id: draft.id, due_dates: none, all_dates: none }]);
    const choice = { quiz_assignment_overrides: [{ quiz_ids: [here.quiz.id, 999_999_999] }] };
    expect(await read(here, here.teacher.client, choice)).toEqual([set]);
    const own = (due: string) => [{ quiz_id: here.quiz.id, due_dates: [{ due_at: due, unlock_at: null, lock_at: day(20) }] }];
    expect(await read(here, here.one.client)).toEqual(own(day(15)));
    expect(await read(here, here.two.client)).toEqual(own(day(10)));
    const hidden = { quiz_assignment_overrides: [{ quiz_ids: [draft.id] }] };
    expect(await read(here, here.one.client, hidden)).toEqual([]);
    const wrong = await here.one.client.get(`/courses/${here.id}/quizzes/assignment_overrides`, {
      quiz_assignment_overrides: [{ quiz_ids: ['first'] }],
    });
    expect(refusedFields(wrong)).toEqual(['quiz_assignment_overrides']);
  });

  // quizzes#107
  test('are read by as many statements for many as for few', async () => {
    const here = await exam(server);
    const few = await server.statements(() => read(here, here.teacher.client));
    for (const _ of [1, 2, 3]) await quiz(here.teacher.client, here.id, { published: true });
    expect(await server.statements(() => read(here, here.teacher.client))).toBe(few);
  });
});
