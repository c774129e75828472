import { z } from 'zod';
import type { Course } from './course.ts';
import { takeQuiz } from './quiz-taking.ts';
import type { Body } from './requests.ts';

/** What each of the first students has written; what is graded has its grade, and most of it a comment. */
const ESSAYS: readonly { body: string; grade?: string; comment?: string }[] = [
  {
    body: 'The cell wall keeps the shape of a plant cell; an animal cell has a membrane alone.',
    grade: '18',
    comment: 'Clear, and to the point. Say what the wall is made of.',
  },
  {
    body: 'Cells are small because what they need has to reach every part of them.',
    grade: '15',
    comment: 'A good beginning. The second half repeats the first.',
  },
  {
    body: 'Mitochondria were once bacteria. Here is what speaks for it.',
    grade: '20',
    comment: 'The best of the course: sources and all.',
  },
  { body: 'A nucleus holds the plan of the whole cell.', grade: '12.5', comment: 'Too short: two of the four questions are not answered.' },
  { body: 'Of all organelles the ribosome is the one that no cell can do without.', grade: '17' },
  { body: 'Plant and animal cells compared, with a table.' },
];

const levels = (points: number) => [
  { description: 'Full marks', points },
  { description: 'Half of it', points: points / 2 },
  { description: 'Nothing yet', points: 0 },
];

const rubric = (outcome: number) => ({
  title: 'Essays',
  criteria: [
    { description: 'Facts', points: 10, ratings: levels(10) },
    { description: 'Structure', points: 5, ratings: levels(5) },
    { description: 'Sources', points: 5, ratings: levels(5), learning_outcome_id: outcome },
  ],
});

const MadeRubric = z.object({ rubric: z.object({ criteria: z.array(z.object({ id: z.string(), points: z.number() })) }) });

const online = (body: string): Body => ({ submission: { submission_type: 'online_text_entry', body: `<p>${body}</p>` } });

/** An essay with a rubric that measures an outcome: five are graded, one waits for its grade, two are missing. */
export async function setEssay({ path, calendar, teacher, students }: Course, group: number, outcome: number): Promise<void> {
  calendar.turnTo(-21);
  const id = await teacher.post(`${path}/assignments`, {
    assignment: {
      name: 'Essay: what a cell is',
      description: '<p>Compare a plant cell with an animal cell. Two pages.</p>',
      submission_types: ['online_text_entry', 'online_upload'],
      points_possible: 20,
      assignment_group_id: group,
      due_at: calendar.date(-7),
    },
  });
  const association = { association_id: id, association_type: 'Assignment', purpose: 'grading' };
  const made = await teacher.request('POST', `${path}/rubrics`, { rubric: rubric(outcome), rubric_association: association });
  const criteria = MadeRubric.parse(made).rubric.criteria;
  const submissions = `${path}/assignments/${id}/submissions`;
  for (const [i, { body, grade, comment }] of ESSAYS.entries()) {
    const author = students[i];
    if (!author) continue;
    // The fifth was two days late.
    calendar.turnTo(i === 4 ? -5 : -8);
    await author.post(submissions, online(body));
    if (grade === undefined) continue;
    calendar.turnTo(-4);
    const said = comment === undefined ? {} : { comment: { text_comment: comment } };
    const assessed = Object.fromEntries(criteria.map(({ id: row, points }) => [row, { points: (Number(grade) * points) / 20 }]));
    await teacher.put(`${submissions}/${author.id}`, { submission: { posted_grade: grade }, rubric_assessment: assessed, ...said });
  }
}

/** Files as work, other dates for the evening and for one student, and grades that are muted until all are there. */
export async function setLab({ path, sectionIds, calendar, teacher, ta, students }: Course, group: number): Promise<void> {
  calendar.turnTo(-14);
  const id = await teacher.post(`${path}/assignments`, {
    assignment: {
      name: 'Lab: onion skin under the microscope',
      submission_types: ['online_upload'],
      allowed_extensions: ['txt', 'pdf'],
      points_possible: 10,
      assignment_group_id: group,
      due_at: calendar.date(-1),
      lock_at: calendar.date(14),
      peer_reviews: true,
    },
  });
  const lab = `${path}/assignments/${id}`;
  const give = (assignment_override: Body) => teacher.post(`${lab}/overrides`, { assignment_override });
  await give({ course_section_id: sectionIds[1], due_at: calendar.date(2) });
  const [first, second, third] = students;
  if (second) await give({ student_ids: [second.id], title: 'Extra time', due_at: calendar.date(6) });
  calendar.turnTo(-2);
  for (const [i, author] of students.slice(0, 4).entries()) {
    const text = `Observation ${i + 1}: cells in rows, each with a nucleus.\n`;
    const file = await author.upload(`${lab}/submissions/self/files`, `onion-${i + 1}.txt`, text);
    await author.post(`${lab}/submissions`, { submission: { submission_type: 'online_upload', file_ids: [file] } });
  }
  // Each reviews the work of the next.
  for (const [i, author] of students.slice(0, 3).entries()) {
    await teacher.request('POST', `${lab}/submissions/${author.id}/peer_reviews`, { user_id: students[i + 1]?.id });
  }
  await teacher.put(lab, { assignment: { muted: true } });
  calendar.turnTo(-1);
  for (const author of [first, third]) {
    if (author) await ta.put(`${lab}/submissions/${author.id}`, { submission: { posted_grade: '9' } });
  }
}

/** One of each further kind. */
export async function setOtherWork(
  { path, calendar, teacher }: Course,
  groups: { labs: number; essays: number; set: number },
): Promise<void> {
  calendar.turnTo(-6);
  const assign = (assignment: Body) => teacher.post(`${path}/assignments`, { assignment });
  await assign({
    name: 'Poster: an enzyme of your choice',
    submission_types: ['online_upload', 'online_url'],
    points_possible: 15,
    group_category_id: groups.set,
    assignment_group_id: groups.labs,
    due_at: calendar.date(5),
  });
  await assign({
    name: 'Safety in the laboratory',
    submission_types: ['on_paper'],
    grading_type: 'pass_fail',
    assignment_group_id: groups.labs,
  });
  await assign({
    name: 'Interview with a biologist',
    submission_types: ['media_recording', 'online_url'],
    grading_type: 'letter_grade',
    points_possible: 30,
    assignment_group_id: groups.essays,
    unlock_at: calendar.date(3),
    due_at: calendar.date(17),
  });
  await assign({ name: 'Taking part', submission_types: ['none'], grading_type: 'percent', points_possible: 5 });
  await assign({ name: 'Practice in a virtual laboratory', submission_types: ['external_tool'], points_possible: 5 });
}

const QUESTIONS: readonly Body[] = [
  {
    question_name: 'Energy',
    question_text: 'Where is most of the ATP of a cell made?',
    question_type: 'multiple_choice_question',
    points_possible: 2,
    answers: [
      { answer_text: 'In the mitochondria', answer_weight: 100 },
      { answer_text: 'In the nucleus', answer_weight: 0 },
      { answer_text: 'In the cell wall', answer_weight: 0 },
    ],
  },
  {
    question_name: 'Walls',
    question_text: 'Animal cells have a cell wall.',
    question_type: 'true_false_question',
    points_possible: 1,
    answers: [
      { answer_text: 'True', answer_weight: 0 },
      { answer_text: 'False', answer_weight: 100 },
    ],
  },
  { question_name: 'Why small', question_text: 'Why are cells small?', question_type: 'essay_question', points_possible: 3 },
];

/** Three have taken it, and what they wrote waits to be read. */
export async function setQuiz({ path, calendar, teacher, students }: Course): Promise<number> {
  calendar.turnTo(-10);
  const id = await teacher.post(`${path}/quizzes`, {
    quiz: {
      title: 'Cells',
      description: '<p>Ten minutes, two attempts.</p>',
      quiz_type: 'assignment',
      time_limit: 10,
      allowed_attempts: 2,
      due_at: calendar.date(4),
    },
  });
  const quiz = `${path}/quizzes/${id}`;
  for (const question of QUESTIONS) await teacher.post(`${quiz}/questions`, { question });
  await teacher.put(quiz, { quiz: { published: true } });
  calendar.turnTo(-3);
  for (const student of students.slice(0, 3)) await takeQuiz(student, quiz);
  return id;
}
