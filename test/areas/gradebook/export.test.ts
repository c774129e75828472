import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readTable } from '../../../src/areas/gradebook/cells.ts';
import { assignment } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { enroll, made, type Person, person, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, ownSection, room, task } from '../../helpers/submissions.ts';
import { fillCourse } from './large-course.ts';

const server = useServer();

const fileOf = (courseId: number, by: Person, query: Fields = {}) => by.client.get(`/courses/${courseId}/gradebook.csv`, query);
async function table(courseId: number, by: Person): Promise<string[][]> {
  const { text } = await fileOf(courseId, by).expect(200);
  const rows = readTable(text);
  if (!Array.isArray(rows)) throw new Error(rows.message);
  return rows;
}

describe('the gradebook of a course', () => {
  // gradebook#1, gradebook#2, gradebook#5
  test('is a table of its students and assignments', async () => {
    const at = await room(server, 0);
    const one = await person(server, { name: 'Ann Zorn' });
    const two = await person(server, { name: 'Bo "B" Adler' });
    for (const { id } of [one, two]) await enroll(server, at.id, id, 'StudentEnrollment');
    const { id: labs } = await made(server.admin.post(`/courses/${at.id}/assignment_groups`, { name: 'Labs' }), z.object({ id: z.int() }));
    const second = (await assignment(server, at.id, { name: 'Lab; one', points_possible: 4, assignment_group_id: labs })).id;
    await server.admin.put(`/courses/${at.id}/assignment_groups/${labs}`, { position: 2 }).expect(200);
    const { id: first } = await made(
      server.admin.post(`/courses/${at.id}/assignment_groups`, { name: 'First', position: 1 }),
      z.object({ id: z.int() }),
    );
    const essay = (await assignment(server, at.id, { name: 'Essay', points_possible: 10.5, assignment_group_id: first })).id;
    await assignment(server, at.id, { name: 'Draft', published: false });
    await grade(at.id, essay, one.id, '8.25', at.teacher.client);
    await grade(at.id, second, one.id, '3', at.teacher.client);
    const response = await fileOf(at.id, at.teacher).expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="gradebook-${at.id}.csv"`,
      // Its address may hold a token, by which a cache on the way would keep it for others (conventions#103).
      'cache-control': 'private, no-cache',
    });
    const { body: named } = await server.admin.get(`/courses/${at.id}/sections`).expect(200);
    const section = String(named[0].name);
    const heads = 'Student,ID,SIS User ID,SIS Login ID,Section';
    expect(response.text.split('\r\n')).toEqual([
      `${heads},Essay (${essay}),"Lab; one (${second})",Current Score,Final Score,Current Grade,Final Grade`,
      '"    Points Possible",,,,,10.5,4,(read only),(read only),(read only),(read only)',
      `"Adler, Bo ""B""",${two.id},,${two.login},${section},,,,0,,`,
      `"Zorn, Ann",${one.id},,${one.login},${section},8.25,3,77.59,77.59,,`,
      '',
    ]);
    expect(response.text.startsWith('\uFEFF')).toBe(false);
    const marked = await fileOf(at.id, at.teacher, { bom: true }).expect(200);
    expect(marked.text).toBe(`\uFEFF${response.text}`);
  });

  // gradebook#3
  test('says what was graded without points, and scores', async () => {
    const at = await room(server, 1);
    const grades = [
      [{ grading_type: 'letter_grade', points_possible: 0 }, 'B', 'B'],
      [{ grading_type: 'letter_grade', points_possible: 15 }, '90%', '13.5'],
      [{ grading_type: 'pass_fail', points_possible: 0 }, 'complete', 'complete'],
      [{ grading_type: 'pass_fail', points_possible: 2 }, 'complete', '2'],
      [{ grading_type: 'percent', points_possible: 50 }, '50%', '25'],
      [{ grading_type: 'points', points_possible: 10 }, '-3', '-3'],
    ] as const;
    for (const [fields, posted] of grades) await grade(at.id, await task(server, at.id, fields), at.one.id, posted, at.teacher.client);
    const [, , row = []] = await table(at.id, at.teacher);
    expect(row.slice(5, -4)).toEqual(grades.map(([, , cell]) => cell));
  });

  // gradebook#2
  test('has the letters of totals where the course has a standard, and scores that students do not see', async () => {
    const at = await room(server, 1);
    const standard = {
      title: 'Two',
      grading_scheme_entry: [
        { name: 'High', value: 50 },
        { name: 'Low', value: 0 },
      ],
    };
    const { id } = await made(server.admin.post(`/courses/${at.id}/grading_standards`, standard), z.object({ id: z.int() }));
    await server.admin.put(`/courses/${at.id}`, { course: { grading_standard_id: id } }).expect(200);
    await grade(at.id, await task(server, at.id, { muted: true }), at.one.id, '6', at.teacher.client);
    await task(server, at.id);
    const [, , row = []] = await table(at.id, at.teacher);
    expect(row.slice(-4)).toEqual(['60', '30', 'High', 'Low']);
  });

  // gradebook#4
  test('runs no formula', async () => {
    const at = await room(server, 0);
    const one = await person(server, { name: '=cmd|calc', login: `@${unique('login')}` });
    await enroll(server, at.id, one.id, 'StudentEnrollment');
    await assignment(server, at.id, { name: '=HYPERLINK("x")' });
    await server.admin.put(`/sections/${(await server.admin.get(`/courses/${at.id}/sections`)).body[0].id}`, {
      course_section: { name: '+1 day' },
    });
    const { text } = await fileOf(at.id, at.teacher).expect(200);
    for (const line of text.split('\r\n')) for (const cell of line.split(/[,;]/)) expect(cell).not.toMatch(/^[ "]*[=+@]/);
    const [heads = [], , row = []] = await table(at.id, at.teacher);
    expect([heads[5], row[3], row[4]]).toEqual([expect.stringMatching(/^=HYPERLINK/), one.login, '+1 day']);
  });

  // gradebook#1, gradebook#2
  test('is for graders, of the students whom they reach', async () => {
    const at = await school(server);
    const { section, member, assistant } = await ownSection(server, at.course.id);
    await enroll(server, at.course.id, at.student.id, 'StudentEnrollment', { course_section_id: section });
    const gone = await person(server);
    await enroll(server, at.course.id, gone.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const ids = async (by: Person) =>
      (await table(at.course.id, by))
        .slice(2)
        .map((row) => Number(row[1]))
        .sort((a, b) => a - b);
    const all = [at.student.id, at.student2.id, member.id];
    for (const by of [at.teacher, at.ta, at.subAdmin]) expect(await ids(by)).toEqual(all);
    expect(await ids(assistant)).toEqual([at.student.id, member.id]);
    for (const by of [at.student, at.observer, at.designer, at.stranger]) await fileOf(at.course.id, by).expect(401);
    await fileOf(999_999, at.teacher).expect(404);
    const sections = async (by: Person) => (await table(at.course.id, by)).find((row) => row[1] === String(at.student.id))?.[4];
    expect(await sections(at.teacher)).toBe(`B and ${at.course.name}`);
    expect(await sections(assistant)).toBe('B');
  });
});

// gradebook#1
test('500 students and 100 assignments are a file within seconds', async () => {
  const at = await room(server, 0);
  await fillCourse(server, at.id, 500, 100);
  const [began, before] = [performance.now(), process.cpuUsage()];
  const { text } = await fileOf(at.id, at.teacher).expect(200);
  const [took, used] = [performance.now() - began, process.cpuUsage(before)];
  expect(text.split('\r\n')).toHaveLength(503);
  // Of the processor, which others may have meanwhile.
  expect(used.user + used.system).toBeLessThan(5_000_000);
  if (process.env['BENCH_GRADEBOOK']) process.stderr.write(`500 x 100 cells exported in ${Math.round(took)} ms\n`);
});
