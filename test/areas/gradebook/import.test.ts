import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { harmless } from '../../../src/areas/gradebook/cells.ts';
import { GradebookPreview } from '../../../src/areas/gradebook/schemas.ts';
import { Progress } from '../../../src/areas/progress/schemas.ts';
import { assignment, groupSet } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { workOn } from '../../helpers/jobs.ts';
import { refusedFields } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, ownSection, type Room, room, show, task } from '../../helpers/submissions.ts';
import { fillCourse } from './large-course.ts';

const server = useServer();

const pathOf = (courseId: number) => `/courses/${courseId}/gradebook_imports`;
const preview = (at: Pick<Room, 'id' | 'teacher'>, csv: string, by: Person = at.teacher) =>
  made(by.client.post(`${pathOf(at.id)}/preview`, { csv }), GradebookPreview);
async function apply(at: Pick<Room, 'id' | 'teacher'>, csv: string, fields: Fields = {}): Promise<Progress> {
  const begun = await made(at.teacher.client.post(pathOf(at.id), { csv, ...fields }), Progress);
  expect(begun).toMatchObject({ tag: 'submissions_update', workflow_state: 'queued' });
  await workOn(server, 'update_grades');
  return made(at.teacher.client.get(`/progress/${begun.id}`), Progress);
}
/** What is said of the field, of both requests alike. */
async function refused(at: Pick<Room, 'id' | 'teacher'>, csv: string, message: RegExp, field = 'csv'): Promise<void> {
  for (const path of [`${pathOf(at.id)}/preview`, pathOf(at.id)]) {
    const { body } = await at.teacher.client.post(path, { csv }).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field][0].message).toMatch(message);
  }
}
const exported = async (at: Pick<Room, 'id' | 'teacher'>): Promise<string> =>
  (await at.teacher.client.get(`/courses/${at.id}/gradebook.csv`).expect(200)).text;
const scoreOf = async (at: Room, id: number, who: Person = at.one) => (await show(at.id, id, who.id, at.teacher.client)).score;

describe('a preview', () => {
  // gradebook#9, gradebook#10
  test('says what becomes of the others of a group, and which rows of one differ', async () => {
    const at = await room(server, 4);
    const [one, two, three, four] = at.students.map(({ id }) => id);
    const set = await groupSet(server, at.id, [[one ?? 0, two ?? 0, three ?? 0], [four ?? 0]]);
    const together = await task(server, at.id, { name: 'Together', group_category_id: set.id });
    const alone = await task(server, at.id, { name: 'Alone', group_category_id: set.id, grade_group_students_individually: true });
    await grade(at.id, together, one ?? 0, '3', at.teacher.client);
    const heads = `ID,Together (${together}),Alone (${alone})`;
    const said = async (...rows: string[]) => {
      const { changes, errors } = await preview(at, [heads, ...rows].join('\n'));
      const cells = changes.map(({ user_id, row, column, from, to }) => [user_id, row, column, from.score, to.score]);
      return { changes: cells.toSorted(), errors: errors.map(({ row, column, message }) => [row, column, message]) };
    };
    const given = [one, two, three].map((id) => [id, 2, 2, 3, 5]).toSorted();
    expect(await said(`${one},5,`)).toEqual({ changes: given, errors: [] });
    expect(await said(`${one},5,`, `${four},7,`)).toEqual({ changes: [...given, [four, 3, 2, null, 7]].toSorted(), errors: [] });
    expect((await said(`${one},5,`, `${two},5,`)).errors).toEqual([]);
    expect((await said(`${one},3,4`, `${two},3,`)).changes).toEqual([[one, 2, 3, null, 4]]);
    const differs = [[3, 2, 'differs from row 2, of whose group it is']];
    for (const other of [3, 6, '']) {
      expect((await said(`${one},5,`, `${two},${other},`)).errors).toEqual(differs);
      expect((await said(`${two},${other},`, `${one},5,`)).errors).toEqual(differs);
    }
    const sent = { csv: `${heads}\n${one},5,\n${two},3,\n` };
    expect(refusedFields(await at.teacher.client.post(pathOf(at.id), sent))).toEqual(['csv']);
    expect(await apply(at, `${heads}\n${one},5,\n`)).toMatchObject({ workflow_state: 'completed' });
    for (const { id } of at.students)
      expect(await show(at.id, together, id, at.teacher.client)).toMatchObject({ score: id === four ? null : 5 });
  });

  // gradebook#9
  test('says which cells differ, and nothing of those that do not', async () => {
    const at = await room(server, 2);
    const essay = await task(server, at.id, { name: 'Essay' });
    const letter = await task(server, at.id, { name: 'Letter', grading_type: 'letter_grade', points_possible: 15 });
    const word = await task(server, at.id, { name: 'Word', grading_type: 'letter_grade', points_possible: 0 });
    await grade(at.id, essay, at.one.id, '8', at.teacher.client);
    await grade(at.id, letter, at.one.id, 'A-', at.teacher.client);
    await grade(at.id, word, at.one.id, 'B', at.teacher.client);
    const whole = await preview(at, await exported(at));
    expect(whole).toEqual({ version: expect.any(String), changes: [], unknown_students: [], unknown_columns: [], errors: [] });
    const heads = `Student,ID,Essay (${essay}),Letter (${letter}),Word (${word})`;
    const csv = `${heads}\nA,${at.one.id},8.0,93%,B\nB,${at.two.id},,,\n`;
    expect((await preview(at, csv)).changes).toEqual([]);
    const changed = await preview(at, `${heads}\nA,${at.one.id},,A,C\nB,${at.two.id},50%,,\n`);
    const one = { user_id: at.one.id, user_name: expect.any(String) };
    expect(changed.changes).toEqual([
      {
        ...one,
        assignment_id: essay,
        assignment_name: 'Essay',
        row: 2,
        column: 3,
        from: { score: 8, grade: '8' },
        to: { score: null, grade: null },
      },
      {
        ...one,
        assignment_id: letter,
        assignment_name: 'Letter',
        row: 2,
        column: 4,
        from: { score: 13.95, grade: 'A-' },
        to: { score: 15, grade: 'A' },
      },
      {
        ...one,
        assignment_id: word,
        assignment_name: 'Word',
        row: 2,
        column: 5,
        from: { score: 0, grade: 'B' },
        to: { score: 0, grade: 'C' },
      },
      expect.objectContaining({ user_id: at.two.id, row: 3, from: { score: null, grade: null }, to: { score: 5, grade: '5' } }),
    ]);
    expect(changed.version).not.toBe(whole.version);
    expect(await scoreOf(at, essay)).toBe(8);
  });

  // gradebook#7
  test('knows students by id, SIS id and login, and takes columns in any order', async () => {
    const at = await room(server, 3);
    const [one, two, three] = at.students;
    const logins = z.array(z.object({ id: z.int() }));
    const [login] = await made(server.admin.get(`/users/${two?.id}/logins`), logins);
    await server.admin.put(`/accounts/1/logins/${login?.id}`, { login: { sis_user_id: 'S-2' } }).expect(200);
    const essay = await task(server, at.id, { name: 'Essay' });
    const csv = [
      `SIS Login ID;Essay (${essay});Final Score;SIS User ID;ID`,
      `nobody;1;;;${one?.id}`,
      ';2;;S-2;',
      `${three?.login.toUpperCase()};3;99;;`,
      ';;;;',
      ' ;4;;S-9;',
    ].join('\r\n');
    const { changes, unknown_students, unknown_columns } = await preview(at, `\uFEFF${csv}`);
    expect(changes.map(({ user_id, row, column, to }) => [user_id, row, column, to.score])).toEqual([
      [one?.id, 2, 2, 1],
      [two?.id, 3, 2, 2],
      [three?.id, 4, 2, 3],
    ]);
    expect(unknown_students).toEqual([{ row: 6, name: '', id: 'S-9' }]);
    expect(unknown_columns).toEqual([]);
  });

  // gradebook#9
  test('names what is wrong with a cell, and who and what is unknown', async () => {
    const at = await room(server, 1);
    const other = await room(server, 1);
    const essay = await task(server, at.id, { name: 'Essay' });
    const hidden = await task(server, at.id, { name: 'Hidden', published: false });
    const foreign = await task(server, other.id, { name: 'Foreign' });
    const csv = [
      `Student,ID,Essay (${essay}),Hidden (${hidden}),Notes,Foreign (${foreign})`,
      `A,${at.one.id},=1+1,1,x,1`,
      `A,${at.one.id},2,,,`,
      'B,x,3,,,',
      `C,${other.one.id},4,,,`,
      'D,,5,,,',
    ].join('\n');
    expect(await preview(at, csv)).toMatchObject({
      changes: [],
      errors: [
        { row: 2, column: 3, name: `Essay (${essay})`, message: 'is no grade of this assignment' },
        { row: 3, column: 2, name: 'ID', message: 'names the student of row 2 again' },
        { row: 4, column: 2, name: 'ID', message: 'must be the id of a student' },
      ],
      unknown_students: [
        { row: 5, name: 'C', id: String(other.one.id) },
        { row: 6, name: 'D', id: null },
      ],
      unknown_columns: [
        { column: 4, name: `Hidden (${hidden})` },
        { column: 5, name: 'Notes' },
        { column: 6, name: `Foreign (${foreign})` },
      ],
    });
    const { body } = await at.teacher.client.post(pathOf(at.id), { csv }).expect(400);
    expect(body.errors.csv[0].message).toBe(`has in row 2, column 3 (Essay (${essay})) what is no grade of this assignment`);
    const many = [`ID,Essay (${essay})`, ...Array.from({ length: 300 }, () => 'x,1')].join('\n');
    expect((await preview(at, many)).errors).toHaveLength(100);
  });

  // gradebook#6
  test('and the import are for graders, of the students whom they grade', async () => {
    const at = await school(server);
    const { member, assistant } = await ownSection(server, at.course.id);
    const essay = await task(server, at.course.id, { name: 'Essay' });
    const csv = `ID,Essay (${essay})\n${member.id},1\n${at.student.id},2\n`;
    const seen = await preview({ id: at.course.id, teacher: at.teacher }, csv, assistant);
    expect(seen.changes.map((one) => one.user_id)).toEqual([member.id]);
    expect(seen.unknown_students.map((one) => one.row)).toEqual([3]);
    for (const by of [at.student, at.observer, at.designer, at.stranger]) {
      await by.client.post(pathOf(at.course.id), { csv }).expect(401);
      await by.client.post(`${pathOf(at.course.id)}/preview`, { csv }).expect(401);
    }
  });
});

describe('a table that is none', () => {
  // gradebook#8
  test('is refused by its row', async () => {
    const at = await room(server, 1);
    const id = await task(server, at.id, { name: 'Essay' });
    const essay = `Essay (${id})`;
    await refused(at, '\n\n', /must begin with a row of names/);
    await refused(at, `Student,${essay}\nA,1`, /needs in row 1 a column ID, SIS User ID or SIS Login ID/);
    await refused(at, `ID,${essay},ID\n1,2,3`, /has in row 1 the column 1 again, as column 3: ID/);
    await refused(at, `ID,${essay},Essay again (${id})\n1,2,3`, /the column 2 again, as column 3: Essay again/);
    await refused(at, `ID,${essay}\n${at.one.id}`, /has in row 2 1 cells, and in row 1 2/);
    await refused(at, `ID,${essay}\n\n${at.one.id},1,2`, /has in row 3 3 cells, and in row 1 2/);
    await refused(at, `ID,${essay}\n"${at.one.id},1`, /in row 2 has quotes that do not end/);
    await refused(at, '', /is required/, 'file');
    await refused(at, `ID,${essay}\n${','.repeat(2_000_000)}`, /in row 2 there are more than 2000000 cells/);
  });

  // gradebook#6, gradebook#8
  test('is refused as a file, too, and a good one is taken', async () => {
    const at = await room(server, 1);
    const id = await task(server, at.id, { name: 'Essay é' });
    const post = (content: Buffer, path = `${pathOf(at.id)}/preview`) => at.teacher.client.post(path).attach('file', content, 'grades.csv');
    const good = `ID,Essay é (${id})\n${at.one.id},7`;
    const { body: taken } = await post(Buffer.from(good)).expect(200);
    expect(GradebookPreview.parse(taken).changes).toMatchObject([{ to: { score: 7 } }]);
    for (const [content, message] of [
      [Buffer.from(good, 'latin1'), /must be UTF-8/],
      [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')]), /must be UTF-8, and is UTF-16/],
      [Buffer.from(`${good}\0`), /has characters that are no text/],
      [Buffer.alloc(16 * 1024 * 1024 + 1, ' '), /is larger than 16 MB/],
      [Buffer.alloc(0), /must begin with a row of names/],
    ] as const) {
      const { body } = await post(content).expect(400);
      expect(body.errors.file[0].message).toMatch(message);
    }
    await post(Buffer.from(good), pathOf(at.id)).expect(200);
  });
});

describe('an import', () => {
  // gradebook#10
  test('gives the grades, each kept with its grader', async () => {
    const at = await room(server, 2);
    const essay = await task(server, at.id, { name: 'Essay' });
    const other = await task(server, at.id, { name: 'Other', grading_type: 'percent' });
    await grade(at.id, essay, at.two.id, '3', server.admin);
    const csv = `Student,ID,Essay (${essay}),Other (${other})\nPoints Possible,,10,10\nA,${at.one.id},9.5,80%\nB,${at.two.id},,\n`;
    const { version } = await preview(at, csv);
    expect(await apply(at, csv, { version })).toMatchObject({ workflow_state: 'completed', message: '3 submissions updated' });
    expect(await show(at.id, essay, at.one.id, at.teacher.client)).toMatchObject({ score: 9.5, grader_id: at.teacher.id });
    expect(await show(at.id, other, at.one.id, at.teacher.client)).toMatchObject({ score: 8, grade: '80%' });
    expect(await scoreOf(at, essay, at.two)).toBeNull();
    expect((await preview(at, csv)).changes).toEqual([]);
    expect(await apply(at, csv)).toMatchObject({ workflow_state: 'completed', message: '0 submissions updated' });
  });

  // gradebook#10
  test('is refused while something is unknown, and where something else would change than was shown', async () => {
    const at = await room(server, 1);
    const essay = await task(server, at.id, { name: 'Essay' });
    const csv = `ID,Essay (${essay}),Notes\n${at.one.id},6,\n999999,7,\n`;
    await refusedToApply(at, csv, {}, 'csv', /row 3, column 3 \(Notes\); ignore_unknown leaves them out/);
    const { version } = await preview(at, csv);
    await grade(at.id, essay, at.one.id, '2', at.teacher.client);
    await refusedToApply(at, csv, { ignore_unknown: true, version }, 'version', /ask for a new one/);
    expect(await scoreOf(at, essay)).toBe(2);
    const again = await preview(at, csv);
    expect(await apply(at, csv, { ignore_unknown: true, version: again.version })).toMatchObject({ workflow_state: 'completed' });
    expect(await scoreOf(at, essay)).toBe(6);
  });

  // gradebook#10
  test('is refused where more is unknown by then than was shown', async () => {
    const at = await room(server, 2);
    const [essay, other] = [await task(server, at.id, { name: 'Essay' }), await task(server, at.id, { name: 'Other' })];
    const csv = `ID,Essay (${essay}),Other (${other})\n${at.one.id},6,\n${at.two.id},,\n`;
    for (const lose of [
      () => server.admin.delete(`/courses/${at.id}/assignments/${other}`),
      async () => {
        const query = { user_id: at.two.id };
        const [left] = await made(server.admin.get(`/courses/${at.id}/enrollments`, query), z.array(z.looseObject({ id: z.int() })));
        return server.admin.delete(`/courses/${at.id}/enrollments/${left?.id}`, { task: 'delete' });
      },
    ]) {
      const { version } = await preview(at, csv);
      expect((await lose()).status).toBe(200);
      await refusedToApply(at, csv, { ignore_unknown: true, version }, 'version', /ask for a new one/);
    }
    expect(await scoreOf(at, essay)).toBeNull();
  });

  // gradebook#4, gradebook#9
  test('of what was exported changes nothing, whatever names there are', async () => {
    const at = await room(server, 0);
    for (const name of ['=1+1', '"quoted"', "'=x", 'a;=b', 'Ann, "B"', `${'c;'.repeat(20)}\n`]) {
      const one = await person(server, { name: name.trim() });
      await enroll(server, at.id, one.id, 'StudentEnrollment');
      const { id } = await assignment(server, at.id, { name: `${name} (draft)`, points_possible: 10 });
      await grade(at.id, id, one.id, '-4.5', at.teacher.client);
    }
    const csv = await exported(at);
    expect(csv).toContain(harmless('=1+1 (draft)'));
    expect(await preview(at, csv)).toMatchObject({ changes: [], unknown_students: [], unknown_columns: [], errors: [] });
    expect((await preview(at, csv.replace(',-4.5,', ',4.5,'))).changes).toMatchObject([{ from: { score: -4.5 }, to: { score: 4.5 } }]);
  });

  const refusedToApply = async (at: Room, csv: string, fields: Fields, field: string, message: RegExp): Promise<void> => {
    const { body } = await at.teacher.client.post(pathOf(at.id), { csv, ...fields }).expect(400);
    expect(body.errors[field]?.[0]?.message).toMatch(message);
  };
});

// gradebook#9
test('50,000 cells are compared within seconds', async () => {
  const at = await room(server, 0);
  await fillCourse(server, at.id, 500, 100);
  const lines = (await exported(at)).split('\r\n');
  const csv = [
    ...lines.slice(0, 2),
    ...lines.slice(2).map((line) => line.replaceAll(/,\d+(?=,)/g, (cell, i) => (i < 20 ? cell : ',12'))),
  ].join('\r\n');
  const [began, before] = [performance.now(), process.cpuUsage()];
  const { changes } = await preview(at, csv);
  const [shown, used] = [performance.now() - began, process.cpuUsage(before)];
  expect(changes.length).toBeGreaterThan(45_000);
  // Of the processor, which others may have meanwhile.
  expect(used.user + used.system).toBeLessThan(5_000_000);
  if (!process.env['BENCH_GRADEBOOK']) return;
  const done = await apply(at, csv);
  expect(done.message).toBe(`${changes.length} submissions updated`);
  const took = performance.now() - began - shown;
  process.stderr.write(`${changes.length} changes shown in ${Math.round(shown)} ms, written in ${Math.round(took)} ms\n`);
});
