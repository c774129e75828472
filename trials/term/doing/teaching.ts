import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { workKey } from '../ledger.ts';
import type { Kind } from '../plan.ts';
import { mixed, randomOf } from '../random.ts';
import type { Person, Work } from '../school.ts';
import { read, whenOf } from '../sending.ts';
import { inDays, Made } from '../setting-up.ts';
import type { Doing, Way } from './doing.ts';

const QUARTERS = 4;
/** Points of a work by a number from 0 up to 1, with quarters; beyond what is possible now and then. */
const scoreOf = (points: number, pick: number): number => Math.floor(pick * (points + 2) * QUARTERS) / QUARTERS;

const withoutRubric = ({ course }: Doing): Work[] => course.works.filter(({ criteria }) => criteria.length === 0);
/** Those whom it is about stay or move: what is refused of the latter is no fault. */
const studentFor = (doing: Doing): Person | undefined => doing.pick(doing.course.students, 1);

const gradeWork: Way = async (doing) => {
  const [work, student] = [doing.pick(withoutRubric(doing), 0), studentFor(doing)];
  if (!work || !student) return 'skipped';
  const { course, act, ledger } = doing;
  const takesAway = act.picks[2] < 0.03;
  const score = takesAway ? null : scoreOf(work.points, act.picks[2]);
  const body = { submission: { posted_grade: score === null ? '' : String(score) } };
  const outcome = await doing.send('PUT', `${course.path}/assignments/${work.id}/submissions/${student.id}`, { body, about: student });
  const when = whenOf(outcome);
  if (when) ledger.scores.write(workKey(work.id, student.id), score, when);
  return 'done';
};

const Progress = z.object({ id: z.int(), workflow_state: z.string() });
const LOOK_EVERY_MS = 150;
const LOOKS = 200;

/** Until it has ended; undefined where that is not known. */
async function endOf(doing: Doing, id: number): Promise<string | undefined> {
  for (let left = LOOKS; left > 0; left -= 1) {
    const progress = read(await doing.see(`/progress/${id}`), Progress);
    if (progress?.workflow_state === 'completed' || progress?.workflow_state === 'failed') return progress.workflow_state;
    await setTimeout(LOOK_EVERY_MS);
  }
  return undefined;
}

const MANY = 8;

const gradeMany: Way = async (doing) => {
  const work = doing.pick(withoutRubric(doing), 0);
  if (!work) return 'skipped';
  const { course, act, ledger } = doing;
  const random = randomOf(mixed(Math.floor(act.picks[1] * 2 ** 32)));
  const moving = course.students.filter(({ actor }) => actor.moves === course.index);
  const students = course.students.filter((one) => !moving.includes(one)).filter(() => random() < MANY / course.students.length);
  if (students.length === 0) return 'skipped';
  const grades = new Map(students.map((student) => [student.id, scoreOf(work.points, random())]));
  const grade_data = Object.fromEntries([...grades].map(([id, score]) => [id, { posted_grade: String(score) }]));
  const outcome = await doing.send('POST', `${course.path}/assignments/${work.id}/submissions/update_grades`, { body: { grade_data } });
  const when = whenOf(outcome);
  if (!when) return 'done';
  // A job writes them some time later.
  const writes = [...grades].map(([id, score]) => {
    const key = workKey(work.id, id);
    return { key, write: ledger.scores.write(key, score, { ...when, to: Number.POSITIVE_INFINITY }) };
  });
  const progress = read(outcome, Progress);
  const end = progress && (await endOf(doing, progress.id));
  for (const { key, write } of writes) {
    if (end === 'failed') ledger.scores.forget(key, write);
    else if (end === 'completed') write.to = performance.now();
  }
  return 'done';
};

/** Grades by the rubric, whose points become the score. */
const assessWork: Way = async (doing) => {
  const [work, student] = [
    doing.pick(
      doing.course.works.filter(({ criteria }) => criteria.length > 0),
      0,
    ),
    studentFor(doing),
  ];
  if (!work || !student) return 'skipped';
  const { course, act, ledger } = doing;
  const random = randomOf(mixed(Math.floor(act.picks[2] * 2 ** 32)));
  const rows = work.criteria.map(({ id, points }) => ({ id, points: Math.floor(random() * (points + 1)) }));
  const rubric_assessment = Object.fromEntries(rows.map(({ id, points }) => [id, { points }]));
  const path = `${course.path}/assignments/${work.id}/submissions/${student.id}`;
  const when = whenOf(await doing.send('PUT', path, { body: { rubric_assessment }, about: student }));
  if (!when) return 'done';
  const key = workKey(work.id, student.id);
  ledger.scores.write(
    key,
    rows.reduce((sum, { points }) => sum + points, 0),
    when,
  );
  for (const { id, points } of rows) ledger.assessed.write(`${key}/${id}`, points, when);
  return 'done';
};

const MOST_WORKS = 9;

const setWork: Way = async (doing) => {
  const { course, act, ledger } = doing;
  if (course.works.length >= MOST_WORKS) return 'skipped';
  const points = 5 + Math.floor(act.picks[0] * 20);
  const student = doing.pick(
    course.students.filter(({ actor }) => actor.moves !== course.index),
    1,
  );
  const assignment = {
    name: `Work ${act.mark}`,
    points_possible: points,
    due_at: inDays(1 + act.picks[2] * 12),
    submission_types: ['online_text_entry'],
    assignment_group_id: doing.pick(course.groupIds, 2) ?? null,
    ...(student ? { assignment_overrides: [{ student_ids: [student.id], title: `More time ${act.mark}`, due_at: inDays(20) }] } : {}),
  };
  const outcome = await doing.send('POST', `${course.path}/assignments`, { body: { assignment } });
  const [made, when] = [read(outcome, Made), whenOf(outcome)];
  if (!made || !when) return 'done';
  course.works.push({ id: made.id, points, takes: 'text', criteria: [] });
  ledger.made.add(course.id, { ...when, what: 'assignment', id: made.id });
  return 'done';
};

const giveMoreTime: Way = async (doing) => {
  const [work, student] = [doing.pick(doing.course.works, 0), studentFor(doing)];
  if (!work || !student) return 'skipped';
  const { course, act, ledger } = doing;
  const body = { assignment_override: { student_ids: [student.id], title: `More time ${act.mark}`, due_at: inDays(15 + act.picks[2]) } };
  // Whoever has more time already is refused.
  const outcome = await doing.send('POST', `${course.path}/assignments/${work.id}/overrides`, { body, about: student, may: [400] });
  const [made, when] = [read(outcome, Made), whenOf(outcome)];
  if (made && when) ledger.overrides.add(work.id, { ...when, id: made.id, userId: student.id });
  return 'done';
};

const MOST_PAGES = 4;
const Page = z.object({ url: z.string() });

const writePage: Way = async (doing) => {
  const { course, act, ledger } = doing;
  const body = { wiki_page: { title: `Page ${act.mark}`, body: `<p>${act.mark}</p>`, published: true } };
  if (course.pages.length < MOST_PAGES && act.picks[0] < 0.3) {
    const outcome = await doing.send('POST', `${course.path}/pages`, { body });
    const [page, when] = [read(outcome, Page), whenOf(outcome)];
    if (page && when) {
      course.pages.push(page.url);
      ledger.pages.write(`${course.id}/${page.url}`, act.mark, when);
    }
    return 'done';
  }
  const url = doing.pick(course.pages, 1);
  if (url === undefined) return 'skipped';
  const changed = { wiki_page: { body: `<p>${act.mark}</p>` } };
  const when = whenOf(await doing.send('PUT', `${course.path}/pages/${url}`, { body: changed }));
  if (when) ledger.pages.write(`${course.id}/${url}`, act.mark, when);
  return 'done';
};

const MOST_ITEMS = 12;

const arrangeModule: Way = async (doing) => {
  const { course, act, ledger } = doing;
  if (course.items.length >= MOST_ITEMS) return 'skipped';
  const outcome = await doing.send('POST', `${course.path}/modules`, { body: { module: { name: `Week ${act.mark}`, published: true } } });
  const [made, when] = [read(outcome, Made), whenOf(outcome)];
  const work = doing.pick(course.works, 0);
  if (!made || !when || !work) return 'done';
  ledger.made.add(course.id, { ...when, what: 'module', id: made.id });
  const module_item = { type: 'Assignment', content_id: work.id, completion_requirement: { type: 'must_mark_done' } };
  const item = read(await doing.send('POST', `${course.path}/modules/${made.id}/items`, { body: { module_item } }), Made);
  if (item) course.items.push({ moduleId: made.id, id: item.id });
  return 'done';
};

export const TEACHING = { gradeWork, gradeMany, assessWork, setWork, giveMoreTime, writePage, arrangeModule } satisfies Partial<
  Record<Kind, Way>
>;
