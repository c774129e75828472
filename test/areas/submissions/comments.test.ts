import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, rubric, show, submissionsOf, task, text, turnIn, update, words } from '../../helpers/submissions.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const put = (id: number, comment: Fields, by: Person, who = at.student.id) =>
  by.client.put(submissionsOf(at.course.id, id, who), { comment });
const say = (id: number, text_comment: string, by: Person) =>
  update(at.course.id, id, at.student.id, { comment: { text_comment } }, by.client);
const COMMENTS = ['submission_comments'];
const read = async (id: number, by: Person) => words(await show(at.course.id, id, at.student.id, by.client, COMMENTS));
const assign = (id: number, fields: Fields) =>
  server.admin.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: fields }).expect(200);

describe('a comment', () => {
  // submissions#14, submissions#55, submissions#56
  test('has exactly these fields, oldest first, and is kept as it is', async () => {
    const id = await task(server, at.course.id);
    const odd = 'Line 1\nLine 2 <b>not bold</b> <script>x</script> & "ü" 🎓 ';
    // The short name is the one that comments show.
    const short = unique('Tee');
    await at.teacher.client.put('/users/self', { user: { short_name: short } }).expect(200);
    const { body } = await put(id, { text_comment: odd }, at.teacher);
    const url = `${server.url}/courses/${at.course.id}/users/${at.teacher.id}`;
    const author = { id: at.teacher.id, display_name: short, avatar_image_url: expect.stringMatching(/^http/), html_url: url };
    const first = {
      id: expect.any(Number),
      author_id: at.teacher.id,
      author_name: short,
      author,
      comment: odd,
      created_at: expect.stringMatching(/Z$/),
    };
    expect(body.submission_comments).toEqual([first]);
    await say(id, 'second', at.student);
    const shown = await show(at.course.id, id, at.student.id, at.student.client, COMMENTS);
    expect(shown.submission_comments).toEqual([first, expect.objectContaining({ comment: 'second', author_id: at.student.id })]);
    expect(shown).toMatchObject({ score: null, submitted_at: null, attempt: null, workflow_state: 'unsubmitted' });
    expect(shown.grade_matches_current_submission).toBe(false);
  });

  // submissions#54
  test('may be media, with or without text', async () => {
    const id = await task(server, at.course.id);
    const media = { media_comment_id: 'm-1', media_comment_type: 'video' };
    await put(id, media, at.teacher).expect(200);
    const media_comment = { 'content-type': 'video/mp4', display_name: null, media_id: 'm-1', media_type: 'video', url: null };
    const shown = await show(at.course.id, id, at.student.id, at.teacher.client, COMMENTS);
    expect(shown.submission_comments).toMatchObject([{ comment: '', media_comment }]);
    expect(await put(id, { media_comment_id: 'm-1' }, at.teacher)).toMatchObject(blamed('media_comment_type'));
    expect(await put(id, { ...media, media_comment_type: 'smell' }, at.teacher)).toMatchObject(blamed('media_comment_type'));
    expect(await read(id, at.teacher)).toEqual(['']);
  });

  // submissions#53
  test('that is blank and without media is none', async () => {
    const id = await task(server, at.course.id);
    for (const comment of [{}, { text_comment: '' }, { text_comment: ' \n' }, { media_comment_type: 'audio' }]) {
      const answer = await put(id, comment, at.teacher);
      expect([answer.status, answer.body.all_submissions]).toEqual([200, []]);
    }
    expect(await listed(submissionsOf(at.course.id, id), at.teacher.client)).toEqual([]);
  });

  // submissions#52
  test('comes from the student, graders and administrators; from nobody else', async () => {
    const id = await task(server, at.course.id);
    await turnIn(at.course.id, id, at.student);
    for (const by of [at.student, at.teacher, at.ta, at.subAdmin]) expect((await put(id, { text_comment: by.name }, by)).status).toBe(200);
    for (const by of [at.student2, at.observer, at.designer, at.stranger])
      expect(await put(id, { text_comment: 'no' }, by)).toMatchObject({ status: 401, body: NOT_PERMITTED });
    const said = [at.student, at.teacher, at.ta, at.subAdmin].map((by) => by.name);
    for (const by of [at.student, at.observer, at.teacher]) expect(await read(id, by)).toEqual(said);
    const draft = await task(server, at.course.id, { published: false });
    expect((await put(draft, { text_comment: 'no' }, at.student)).status).toBe(404);
  });
});

describe('a peer reviewer', () => {
  const review = async (id: number, reviewer: Person) =>
    at.teacher.client
      .post(`/courses/${at.course.id}/assignments/${id}/submissions/${at.student.id}/peer_reviews`, { user_id: reviewer.id })
      .expect(200);

  // peer-reviews#7, submissions#52
  test('reads and comments, never grades, and learns neither the grade nor what others said', async () => {
    const id = await task(server, at.course.id, { peer_reviews: true });
    const [row = ''] = await rubric(server, at.course.id, id, [10]);
    await turnIn(at.course.id, id, at.student, 'mine');
    await update(
      at.course.id,
      id,
      at.student.id,
      { rubric_assessment: { [row]: { points: 8 } }, comment: { text_comment: 'to you' } },
      at.teacher.client,
    );
    const path = submissionsOf(at.course.id, id, at.student.id);
    expect((await at.student2.client.get(path)).status).toBe(401);
    await review(id, at.student2);
    const INCLUDED = ['submission_comments', 'rubric_assessment', 'submission_history'];
    const seen = await show(at.course.id, id, at.student.id, at.student2.client, INCLUDED);
    expect(seen).toMatchObject({
      body: 'mine',
      attempt: 1,
      graded_at: null,
      grader_id: null,
      workflow_state: 'submitted',
      submission_comments: [],
    });
    for (const one of [seen, ...(seen.submission_history ?? [])]) expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['score']));
    expect(seen.rubric_assessment).toBeUndefined();
    for (const sent of [{ submission: { posted_grade: '1' } }, { rubric_assessment: { [row]: { points: 1 } } }])
      expect((await at.student2.client.put(path, sent)).status).toBe(401);
    const answer = await say(id, 'well done', at.student2);
    expect(words(answer)).toEqual(['well done']);
    expect(answer.score).toBeUndefined();
    expect(await read(id, at.student)).toEqual(['to you', 'well done']);
  });

  // peer-reviews#8
  test('has written the review by commenting, and loses the right with it', async () => {
    const id = await task(server, at.course.id);
    const reviews = `/courses/${at.course.id}/assignments/${id}/submissions/${at.student.id}/peer_reviews`;
    const other = await person(server);
    await enroll(server, at.course.id, other.id, 'StudentEnrollment');
    await review(id, at.student2);
    await review(id, other);
    await say(id, 'seen', at.student2);
    expect((await at.teacher.client.get(reviews)).body.map((one: { workflow_state: string }) => one.workflow_state)).toEqual([
      'completed',
      'assigned',
    ]);
    await at.teacher.client.delete(reviews, { user_id: other.id }).expect(200);
    expect((await put(id, { text_comment: 'late' }, other)).status).toBe(401);
  });
});

describe('while an assignment is muted', () => {
  const blind = (one: object) => {
    expect(Object.keys(one)).not.toContain('score');
    expect(Object.keys(one)).not.toContain('grade');
    expect(one).toMatchObject({ graded_at: null, grader_id: null, workflow_state: 'submitted', grade_matches_current_submission: true });
    expect(Object.keys(one)).not.toContain('rubric_assessment');
  };

  // submissions#59
  test('a grade of what was never turned in makes no submission known to them, until there is something to see', async () => {
    const id = await task(server, at.course.id, { muted: true });
    const students = `/courses/${at.course.id}/students/submissions`;
    const known = async (by: Person) => {
      const mine = { student_ids: [at.student.id], assignment_ids: [id] };
      const flat = (await listed(students, by.client, mine)).length;
      const grouped = (await by.client.get(students, { ...mine, grouped: true })).body[0].submissions.length;
      const isOne = (await show(at.course.id, id, at.student.id, by.client)).id !== null;
      return [flat, grouped, isOne ? 1 : 0];
    };
    const included = async () => {
      const { body } = await at.student.client.get(`/courses/${at.course.id}/assignments/${id}`, { include: ['submission'] });
      return 'submission' in body;
    };
    await grade(at.course.id, id, at.student.id, '8', at.teacher.client);
    await say(id, 'not for you yet', at.teacher);
    for (const by of [at.student, at.observer]) expect(await known(by)).toEqual([0, 0, 0]);
    expect(await included()).toBe(false);
    expect(await known(at.teacher)).toEqual([1, 1, 1]);
    await say(id, 'any news?', at.student);
    for (const by of [at.student, at.observer, at.teacher]) expect(await known(by)).toEqual([1, 1, 1]);
    expect(await included()).toBe(true);
    const other = await task(server, at.course.id, { muted: true });
    await grade(at.course.id, other, at.student.id, '8', at.teacher.client);
    const mine = { assignment_ids: [other] };
    expect(await listed(students, at.student.client, mine)).toEqual([]);
    await assign(other, { muted: false });
    expect(await listed(students, at.student.client, mine)).toMatchObject([{ score: 8, workflow_state: 'graded' }]);
  });

  // assignments#35, submissions#58
  test('student and observer learn nothing of the grade, anywhere, until it is unmuted', async () => {
    const id = await task(server, at.course.id, { muted: true });
    const [row = ''] = await rubric(server, at.course.id, id, [10]);
    await turnIn(at.course.id, id, at.student);
    await update(at.course.id, id, at.student.id, { rubric_assessment: { [row]: { points: 8, comments: 'secret' } } }, at.teacher.client);
    await turnIn(at.course.id, id, at.student);
    const include = ['submission_history', 'rubric_assessment', 'submission_comments'];
    const students = `/courses/${at.course.id}/students/submissions`;
    const everything = async (by: Person) => {
      const one = await show(at.course.id, id, at.student.id, by.client, include);
      const mine = { student_ids: [at.student.id], include };
      const flat = (await listed(students, by.client, { ...mine, assignment_ids: [id] })).at(0) ?? one;
      const grouped = (await by.client.get(students, { ...mine, grouped: true, assignment_ids: [id] })).body[0].submissions[0];
      return [one, ...(one.submission_history ?? []), flat, ...(flat.submission_history ?? []), grouped];
    };
    for (const by of [at.student, at.observer]) for (const one of await everything(by)) blind(one);
    const own = { include: ['submission'] };
    blind((await at.student.client.get(`/courses/${at.course.id}/assignments/${id}`, own)).body.submission);
    const all = (await at.student.client.get(`/courses/${at.course.id}/assignments`, { ...own, per_page: 100 })).body;
    blind(all.find((one: { id: number }) => one.id === id).submission);
    const answer = await say(id, 'any news?', at.student);
    for (const one of [answer, ...answer.all_submissions]) blind(one);
    blind((await at.student.client.post(submissionsOf(at.course.id, id), text())).body);
    for (const by of [at.teacher, at.ta])
      expect(await show(at.course.id, id, at.student.id, by.client, include)).toMatchObject({ score: 8 });
    await assign(id, { muted: false });
    for (const by of [at.student, at.observer])
      expect(await show(at.course.id, id, at.student.id, by.client, include)).toMatchObject({
        score: 8,
        grade: '8',
        grader_id: at.teacher.id,
        rubric_assessment: { [row]: { points: 8, comments: 'secret' } },
        submission_history: [{ score: 8, workflow_state: 'graded' }, { score: 8 }, { score: 8 }],
      });
  });

  // submissions#58
  test('one who turned nothing in looks as if nothing were graded', async () => {
    const id = await task(server, at.course.id, { muted: true });
    await grade(at.course.id, id, at.student.id, '5', at.teacher.client);
    const seen = await show(at.course.id, id, 'self', at.student.client);
    expect(seen).toMatchObject({ workflow_state: 'unsubmitted', graded_at: null, grade_matches_current_submission: false });
    expect(seen.score).toBeUndefined();
    for (const by of [at.student, at.observer])
      expect((await show(at.course.id, id, at.student.id, by.client, ['submission_history'])).submission_history).toEqual([]);
    expect((await show(at.course.id, id, at.student.id, at.teacher.client, ['submission_history'])).submission_history).toHaveLength(1);
  });

  // submissions#60
  test('what graders write is for graders; what was written before or after, and by students, is for all', async () => {
    const id = await task(server, at.course.id);
    await say(id, 'before', at.teacher);
    await assign(id, { muted: true });
    await say(id, 'hidden', at.teacher);
    await say(id, 'from me', at.student);
    for (const by of [at.student, at.observer]) expect(await read(id, by)).toEqual(['before', 'from me']);
    for (const by of [at.teacher, at.ta]) expect(await read(id, by)).toEqual(['before', 'hidden', 'from me']);
    await assign(id, { name: 'Renamed' });
    expect(await read(id, at.student)).toEqual(['before', 'from me']);
    await assign(id, { muted: false });
    expect(await read(id, at.student)).toEqual(['before', 'hidden', 'from me']);
    await assign(id, { muted: true });
    await say(id, 'again', at.ta);
    expect(await read(id, at.student)).toEqual(['before', 'hidden', 'from me']);
  });

  // submissions#60
  test('a comment that crosses the unmuting is never left hidden', async () => {
    const id = await task(server, at.course.id, { muted: true });
    const said = Array.from({ length: 6 }, (_, i) => say(id, `${i}`, at.teacher));
    await Promise.all([...said, assign(id, { muted: false })]);
    expect((await read(id, at.student)).toSorted()).toEqual(['0', '1', '2', '3', '4', '5']);
  });
});
