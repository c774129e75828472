import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeReport } from '../../../../src/areas/quizzes/reports/reports.ts';
import { QuizReport } from '../../../../src/areas/quizzes/schemas.ts';
import type { Fields } from '../../../helpers/form.ts';
import { jobMeans, workOn } from '../../../helpers/jobs.ts';
import { BLANKS, ESSAY, type Exam, exam, idOf, MATCHING } from '../../../helpers/quizzes.ts';
import { refusedFields } from '../../../helpers/refusals.ts';
import { enroll, made, person } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';
import { ownSection } from '../../../helpers/submissions.ts';

const server = useServer();
const STUDENTS = { report_type: 'student_analysis' };

const ask = (here: Exam, report: Fields = STUDENTS, by = here.teacher.client) =>
  made(by.post(`${here.path}/reports`, { quiz_report: report }), QuizReport);
const read = (here: Exam, id: number, by = here.teacher.client, query: Fields = {}) =>
  made(by.get(`${here.path}/reports/${id}`, query), QuizReport);
const write = () => workOn(server, 'write_quiz_report');
/** The lines of the report's file, without the mark that says that it is Unicode. */
async function linesOf(here: Exam, id: number, by: Client = here.teacher.client): Promise<string[]> {
  const { file } = await read(here, id, by);
  if (!file) throw new Error('the report is written');
  const text = await (await fetch(file.url)).text();
  expect(file).toMatchObject({ 'content-type': 'text/csv', size: Buffer.byteLength(`\uFEFF${text.replace('\uFEFF', '')}`) });
  return text.replace('\uFEFF', '').split('\r\n');
}
const written = async (here: Exam, report: Fields = STUDENTS, by = here.teacher.client): Promise<string[]> => {
  const { id } = await ask(here, report, by);
  await write();
  return linesOf(here, id, by);
};

describe('a report of a quiz', () => {
  // quizzes#108, quizzes#109
  test('is written in the background, shown with its progress and its file, and deleted', async () => {
    const here = await exam(server);
    const teacher = here.teacher.client;
    const asked = await made(teacher.post(`${here.path}/reports`, { quiz_report: STUDENTS, include: ['progress'] }), QuizReport);
    expect(asked).toEqual({
      id: asked.id,
      quiz_id: here.quiz.id,
      report_type: 'student_analysis',
      readable_type: 'Student Analysis',
      includes_all_versions: false,
      anonymous: false,
      generatable: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      url: expect.stringMatching(new RegExp(`/api/v1${here.path}/reports/${asked.id}$`)),
      file: null,
      progress_url: asked.progress?.url,
      progress: expect.objectContaining({ workflow_state: 'queued', tag: 'quiz_report' }),
    });
    await write();
    const done = await read(here, asked.id, teacher, { include: ['progress', 'file'] });
    expect(done).toMatchObject({
      file: { display_name: `${here.quiz.title} Student Analysis Report.csv`, 'content-type': 'text/csv' },
      progress_url: null,
      progress: { workflow_state: 'completed', completion: 100 },
    });
    await teacher.get(`/files/${done.file?.id}`).expect(200);
    await here.one.client.get(`/files/${done.file?.id}`).expect(404);
    expect((await teacher.get('/users/self/files/quota').expect(200)).body).toMatchObject({ quota_used: 0 });
    await teacher.delete(`${here.path}/reports/${asked.id}`).expect(204);
    await teacher.get(`${here.path}/reports/${asked.id}`).expect(404);
    await teacher.delete(`${here.path}/reports/${asked.id}`).expect(404);
    await teacher.get(`/files/${done.file?.id}`).expect(404);
  });

  // quizzes#109
  test('that is being written already is answered by looking for its quiz once', async () => {
    const here = await exam(server);
    const { id } = await ask(here);
    const read = await server.statements(() => here.teacher.client.get(`${here.path}/reports/${id}`).expect(200));
    // A transaction that finds it with its owner's files held, and what reads one.
    const asks = () => here.teacher.client.post(`${here.path}/reports`, { quiz_report: STUDENTS }).expect(200);
    expect(await server.statements(asks)).toBe(read + 4);
  });

  // quizzes#108
  test('is there for who asked for it alone', async () => {
    const here = await exam(server);
    const other = await person(server);
    await enroll(server, here.id, other.id, 'TeacherEnrollment');
    const { id } = await ask(here);
    await write();
    const list = (by: Client, query: Fields = {}) => made(by.get(`${here.path}/reports`, query), z.array(QuizReport));
    const all = await ask(here, { ...STUDENTS, includes_all_versions: true });
    const items = await ask(here, { report_type: 'item_analysis' });
    expect((await list(here.teacher.client)).map((row) => row.id)).toEqual([id, all.id, items.id]);
    expect((await list(here.teacher.client, { includes_all_versions: true })).map((row) => row.id)).toEqual([all.id, items.id]);
    expect((await list(here.teacher.client, { includes_all_versions: false })).map((row) => row.id)).toEqual([id, items.id]);
    expect(await list(other.client)).toEqual([]);
    await other.client.get(`${here.path}/reports/${id}`).expect(404);
    await other.client.delete(`${here.path}/reports/${id}`).expect(404);
    const otherQuiz = await exam(server);
    await here.teacher.client.get(`${otherQuiz.path}/reports/${id}`).expect(401);
    for (const wrong of [{}, { report_type: 'best_students' }, { ...STUDENTS, includes_all_versions: 'often' }])
      expect(await here.teacher.client.post(`${here.path}/reports`, { quiz_report: wrong }).then(refusedFields)).toHaveLength(1);
    await write();
  });

  // quizzes#109
  test('is one, however often it is asked for at once, and written anew afterwards', async () => {
    const here = await exam(server);
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask(here)));
    expect(new Set(asked.map((one) => one.id)).size).toBe(1);
    const { rows } = await server.database.pool.query('select count(*)::int as n from progresses where user_id = $1', [here.teacher.id]);
    expect(rows[0].n).toBe(1);
    const [{ id } = { id: 0 }] = asked;
    await write();
    const first = (await read(here, id)).file;
    await here.take(here.one);
    const again = await ask(here);
    expect(again).toMatchObject({ id, file: null });
    await write();
    const second = (await read(here, id)).file;
    expect(second?.id).not.toBe(first?.id);
    await here.teacher.client.get(`/files/${first?.id}`).expect(404);
    expect(await linesOf(here, id)).toHaveLength(3);
  });

  // quizzes#109, progress#4
  test('is stored once by two that write it at once, and not at all once it is deleted', async () => {
    const here = await exam(server);
    const { id, progress_url: url } = await ask(here);
    const progressId = Number(url?.split('/').at(-1));
    const run = () => writeReport.run(server.database, { progressId }, jobMeans(server));
    const files = async () =>
      (await server.database.pool.query('select count(*)::int as n from attachments where user_id = $1 and not deleted', [here.teacher.id]))
        .rows[0].n;
    await Promise.all([run(), run(), run()]);
    expect(await files()).toBe(1);
    await run();
    expect(await files()).toBe(1);
    const again = await ask(here);
    await here.teacher.client.delete(`${here.path}/reports/${id}`).expect(204);
    const progress = (await here.teacher.client.get(`/progress/${again.progress_url?.split('/').at(-1)}`).expect(200)).body;
    expect(progress).toMatchObject({ workflow_state: 'failed', message: 'the report was deleted' });
    await write();
    expect(await files()).toBe(0);
  });

  // quizzes#110, quizzes#95
  test('of students has a line for each attempt that counts, or for all', async () => {
    const list: Fields[] = [
      { question_text: '<p>Which <b>one</b>?</p>' },
      { ...ESSAY, question_text: '=HYPERLINK("x")' },
      { question_type: 'numerical_question', answers: [{ answer_exact: 42 }] },
    ];
    const here = await exam(server, { allowed_attempts: -1 }, list);
    await here.take(here.one, 'Wrong');
    const [choice = here.first, essay = here.first, number = here.first] = here.questions;
    const best = await here.begin(here.one);
    const answers = new Map<number, unknown>([
      [choice.id, idOf(choice, 'Right')],
      [essay.id, '<p>=cmd()</p>'],
      [number.id, 42],
    ]);
    await here.answer(here.one, best, answers).expect(200);
    await here.complete(here.one, best);
    await here.begin(here.two);
    const [head, line, rest] = await written(here);
    expect(head).toBe(
      `"name","id","sis_id","section","submitted","attempt","${choice.id}: Which one?",5,"${essay.id}: =HYPERLINK(""x"")",10,"${number.id}: Which one?",5,"n correct","n incorrect","score"`,
    );
    const { finished_at: submitted } = await here.attempt(here.one.client, best.id);
    const { rows } = await server.database.pool.query('select name from users where id = $1', [here.one.id]);
    const who = `"${rows[0].name}",${here.one.id},`;
    expect(line?.startsWith(who)).toBe(true);
    expect(line?.endsWith(`"${submitted}",2,"Right",5,"'=cmd()",,42,5,2,0,10`)).toBe(true);
    expect(rest).toBe('');
    const all = await written(here, { ...STUDENTS, includes_all_versions: true });
    expect(all).toHaveLength(4);
    expect(all[1]?.endsWith(',1,"Wrong",0,,,,0,0,2,0')).toBe(true);
  });

  // quizzes#110
  test('of students says what was chosen, matched and filled in', async () => {
    const list: Fields[] = [
      {
        question_type: 'multiple_answers_question',
        answers: [
          { answer_text: 'a', answer_weight: 100 },
          { answer_text: 'b', answer_weight: 100 },
        ],
      },
      { question_type: 'matching_question', answers: [{ answer_match_left: 'x', answer_match_right: 'X' }] },
      { question_type: 'fill_in_multiple_blanks_question', answers: [{ blank_id: 'color', answer_text: 'red' }] },
      { question_type: 'short_answer_question', answers: [{ answer_text: 'Word' }] },
    ];
    const here = await exam(server, {}, list);
    const [several = here.first, match = here.first, blanks = here.first, short = here.first] = here.questions;
    const attempt = await here.begin(here.one);
    const [pair] = match.answers;
    const answers = new Map<number, unknown>([
      [several.id, [idOf(several, 'b'), idOf(several, 'a')]],
      [match.id, [{ answer_id: pair?.id, match_id: pair?.match_id }]],
      [blanks.id, { color: 'green' }],
      [short.id, '-word'],
    ]);
    await here.answer(here.one, attempt, answers).expect(200);
    await here.complete(here.one, attempt);
    expect((await written(here))[1]?.endsWith(`,1,"a, b",5,"x => X",5,"color => green",0,"'-word",0,2,2,10`)).toBe(true);
  });

  // quizzes#114
  test('has the beginning of a very long answer, which statistics do not tell from another that begins so', async () => {
    const here = await exam(server, {}, [{ question_type: 'short_answer_question', answers: [{ answer_text: 'Word' }] }]);
    const words = (length: number, end: string) => new Map<number, unknown>([[here.first.id, 'w'.repeat(length) + end]]);
    for (const [who, end] of [
      [here.one, 'x'],
      [here.two, 'y'],
    ] as const) {
      const attempt = await here.begin(who);
      await here.answer(who, attempt, words(8_192, end)).expect(200);
      await here.complete(who, attempt);
    }
    const lines = await written(here);
    for (const line of lines.slice(1, 3)) expect(line.endsWith(`,1,"${'w'.repeat(8_192)}",0,0,1,0`)).toBe(true);
    const { body } = await here.teacher.client.get(`${here.path}/statistics`).expect(200);
    expect(body.quiz_statistics[0].question_statistics[0]).toMatchObject({ responses: 2 });
  });

  // quizzes#114
  test('has the beginnings of what stands in blanks, and long lists of pairs as they are', async () => {
    const sides = Array.from({ length: 300 }, (_one, n) => ({ answer_match_left: `left ${n}`, answer_match_right: `right ${n}` }));
    const here = await exam(server, {}, [BLANKS, { ...MATCHING, answers: sides }]);
    const [blanks = here.first, match = here.first] = here.questions;
    const attempt = await here.begin(here.one);
    const pairs = match.answers.map((answer) => ({ answer_id: answer.id, match_id: answer.match_id }));
    const answers = new Map<number, unknown>([
      [blanks.id, { x: 'red', y: 'w'.repeat(9_000) }],
      [match.id, pairs],
    ]);
    await here.answer(here.one, attempt, answers).expect(200);
    await here.complete(here.one, attempt);
    const [, line = ''] = await written(here);
    expect(line).toContain(`,1,"x => red, y => ${'w'.repeat(8_192)}",2.5,"left 0 => right 0, `);
    expect(line.endsWith(', left 299 => right 299",5,1,0,7.5')).toBe(true);
    const { body } = await here.teacher.client.get(`${here.path}/statistics`).expect(200);
    expect(body.quiz_statistics[0].question_statistics).toMatchObject([
      { partially_correct_student_count: 1 },
      { correct_student_count: 1 },
    ]);
  });

  // quizzes#111
  test('of items has a line for each question', async () => {
    const here = await exam(server, {}, [{}, { question_name: '+1' }]);
    await here.take(here.one);
    await here.take(here.two, 'Wrong');
    const [head, first, second, rest] = await written(here, { report_type: 'item_analysis' });
    expect(head).toContain('"difficulty_index","discrimination_index"');
    expect(first).toBe(`${here.first.id},1,"${here.first.question_name}","Which one?","multiple_choice_question",5,2,1,0,1,0,0.5,1`);
    expect(second?.startsWith(`${here.questions[1]?.id},2,"'+1",`)).toBe(true);
    expect(rest).toBe('');
  });

  // quizzes#110, quizzes#75
  test('of a grader who is limited to sections is of the students there', async () => {
    const here = await exam(server);
    const { member, assistant } = await ownSection(server, here.id);
    await here.take(member);
    await here.take(here.one);
    await here.take(here.two);
    expect(await written(here)).toHaveLength(5);
    const lines = await written(here, STUDENTS, assistant.client);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`,${member.id},`);
  });
});
