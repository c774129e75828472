import { expect, test } from 'vitest';
import { applyLatePolicy } from '../../../src/areas/submissions/late-policies.ts';
import { gradeMissingWork } from '../../../src/areas/submissions/missing-work.ts';
import { override } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { jobMeans, workOn } from '../../helpers/jobs.ts';
import { enroll } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, room, show, task, turnIn, update } from '../../helpers/submissions.ts';

const server = useServer();

const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

// submissions#98
test('a policy that has changed keeps nobody waiting who grades another assignment than the one that follows it now', async () => {
  const at = await room(server, 1);
  const path = `/courses/${at.id}/late_policy`;
  const late = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
  await at.teacher.client.post(path, { late_policy: late }).expect(201);
  await workOn(server, 'apply_late_policy');
  const ids: number[] = [];
  for (let n = 0; n < 2; n++) {
    const id = await task(server, at.id, { points_possible: 100, due_at: HOUR_AGO });
    await turnIn(at.id, id, at.one);
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    ids.push(id);
  }
  const [first = 0, second = 0] = ids;
  await at.teacher.client.patch(path, { late_policy: { late_submission_deduction: 20 } }).expect(204);
  const scoreOf = async (id: number) => (await show(at.id, id, at.one.id, at.teacher.client)).score;
  const follow = async () => {
    await applyLatePolicy.run(server.database, { courseId: at.id }, jobMeans(server));
    return scoreOf(second);
  };
  const gradeFirst = async () => {
    const followed = await scoreOf(first);
    await grade(at.id, first, at.one.id, '80', at.teacher.client);
    return [followed, await scoreOf(first)];
  };
  const held = `select from assignments where id = ${second} for update`;
  expect(await atOnce<unknown>(server, held, [follow, gradeFirst])).toEqual([70, [70, 60]]);
});

// submissions#99
test('who has come to a course is looked at for missing work, and nobody else of it', async () => {
  const at = await room(server, 2);
  const missing = { missing_submission_deduction_enabled: true, missing_submission_deduction: 100 };
  await at.teacher.client.post(`/courses/${at.id}/late_policy`, { late_policy: missing }).expect(201);
  const id = await task(server, at.id, { points_possible: 10, due_at: HOUR_AGO });
  const [staying = 0, coming = 0] = at.students.map((student) => student.id);
  const { pool } = server.database;
  const before = "set updated_at = now() - interval '1 hour'";
  await pool.query(`update courses ${before} where id = $1`, [at.id]);
  await pool.query(`update assignments ${before} where course_id = $1`, [at.id]);
  await pool.query(`update enrollments ${before} where course_id = $1 and user_id <> $2`, [at.id, coming]);
  await gradeMissingWork.run(server.database, {}, jobMeans(server));
  const { rows } = await pool.query('select user_id from submissions where assignment_id = $1 and score = 0', [id]);
  expect(rows).toEqual([{ user_id: coming }]);
  expect(staying).not.toBe(coming);
});

// submissions#97, submissions#99
test('work is missing, or late, by when it is due once a section has gone that had more time, to who stays in the course', async () => {
  const at = await room(server, 1);
  const home = await room(server, 1);
  const section = await enroll(server, home.id, at.one.id, 'StudentEnrollment');
  await server.admin.post(`/sections/${section.sectionId}/crosslist/${at.id}`).expect(200);
  const missing = { missing_submission_deduction_enabled: true, missing_submission_deduction: 60 };
  const late = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
  await at.teacher.client.post(`/courses/${at.id}/late_policy`, { late_policy: { ...missing, ...late } }).expect(201);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const ids: number[] = [];
  for (let n = 0; n < 2; n++) {
    const id = await task(server, at.id, { points_possible: 100, due_at: HOUR_AGO });
    await override(server, at.id, id, { course_section_id: section.sectionId, due_at: later });
    ids.push(id);
  }
  const [turnedIn = 0, notTurnedIn = 0] = ids;
  await turnIn(at.id, turnedIn, at.one);
  await grade(at.id, turnedIn, at.one.id, '90', at.teacher.client);
  await workOn(server, 'apply_late_policy');
  const { pool } = server.database;
  for (const table of ['courses', 'assignments', 'enrollments'])
    await pool.query(`update ${table} set updated_at = now() - interval '1 hour'`);
  const scores = async () => {
    await gradeMissingWork.run(server.database, {}, jobMeans(server));
    return Promise.all([turnedIn, notTurnedIn].map(async (id) => (await show(at.id, id, at.one.id, at.teacher.client)).score));
  };
  expect(await scores()).toEqual([90, null]);
  await server.admin.delete(`/sections/${section.sectionId}/crosslist`).expect(200);
  expect(await scores()).toEqual([80, 40]);
});

// submissions#99
test('missing work that is turned in several times at once, or as it is graded, had its grade end once', async () => {
  const at = await room(server, 2);
  const missing = { missing_submission_deduction_enabled: true, missing_submission_deduction: 100 };
  await at.teacher.client.post(`/courses/${at.id}/late_policy`, { late_policy: missing }).expect(201);
  const id = await task(server, at.id, { points_possible: 10, due_at: HOUR_AGO });
  await update(at.id, id, at.two.id, { comment: { text_comment: 'Where is it?' } }, at.teacher.client);
  const { pool } = server.database;
  const held = `select from submissions where assignment_id = ${id} for update`;
  const sweep = () => gradeMissingWork.run(server.database, {}, jobMeans(server));
  await atOnce<unknown>(server, held, [sweep, () => turnIn(at.id, id, at.two)]);
  // Its grade stands until what the policy now says is applied.
  await at.teacher.client
    .patch(`/courses/${at.id}/late_policy`, { late_policy: { missing_submission_deduction_enabled: false } })
    .expect(204);
  await atOnce<unknown>(server, held, [() => turnIn(at.id, id, at.one), () => turnIn(at.id, id, at.one)]);
  const kept = 'select grade from grade_changes where assignment_id = $1 order by user_id, id';
  const { rows } = await pool.query(kept, [id]);
  expect(rows.map((row) => row.grade)).toEqual(['0', null, '0', null]);
});

// submissions#94, submissions#95
test('a late score that has more decimals than the points have now never falls below 0', async () => {
  const at = await room(server, 2);
  const late = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
  await at.teacher.client.post(`/courses/${at.id}/late_policy`, { late_policy: late }).expect(201);
  const id = await task(server, at.id, { points_possible: 0.125, due_at: HOUR_AGO });
  for (const [who, posted] of [
    [at.one, '0.125'],
    [at.two, '3.333'],
  ] as const) {
    await turnIn(at.id, id, who);
    await grade(at.id, id, who.id, posted, at.teacher.client);
  }
  await at.teacher.client.put(`/courses/${at.id}/assignments/${id}`, { assignment: { points_possible: 10 } }).expect(200);
  const left = { score: 0, grade: '0', entered_score: 0.125, points_deducted: 0.125 };
  expect(await show(at.id, id, at.one.id, at.teacher.client)).toMatchObject(left);
  const some = { score: 2.33, grade: '2.33', entered_score: 3.333, points_deducted: 1 };
  expect(await show(at.id, id, at.two.id, at.teacher.client)).toMatchObject(some);
});
