import { beforeAll, describe, expect, test } from 'vitest';
import { blamed, groupSet, NONE } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { work } from '../../helpers/jobs.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { listed, show, submissionsOf, task } from '../../helpers/submissions.ts';
import { begin, open, upload } from '../../helpers/upload.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const uploads = (fields = {}) => task(server, at.course.id, { submission_types: ['online_upload'], ...fields });
const into = (id: number, who: number | string = 'self') => `${submissionsOf(at.course.id, id, who)}/files`;
const post = (id: number, file_ids: unknown[], by = at.student) =>
  by.client.post(submissionsOf(at.course.id, id), { submission: { submission_type: 'online_upload', file_ids: file_ids.map(String) } });
const mine = (by: Person, name: string, content = name) => upload(by.client, '/users/self/files', { name }, { content });
const names = (one: { attachments?: { display_name: string }[] | undefined }) => one.attachments?.map((file) => file.display_name);
const nothingIn = async (id: number) => expect(await listed(submissionsOf(at.course.id, id), at.teacher.client)).toEqual([]);

describe('the upload of a submission', () => {
  // submissions#25
  test('by the student or a grader, into files of the student, that count against no quota', async () => {
    const id = await uploads();
    const quota = async () => (await at.student.client.get('/users/self/files/quota')).body.quota_used;
    const before = await quota();
    for (const by of [at.student, at.teacher, at.ta, at.subAdmin]) {
      const file = await upload(by.client, into(id, at.student.id), { name: `${by.id}.txt` }, { content: 'x'.repeat(5_000) });
      expect((await at.student.client.get(`/folders/${file.folder_id}`)).body).toMatchObject({
        context_type: 'User',
        context_id: at.student.id,
      });
      expect((await at.student2.client.get(`/folders/${file.folder_id}`)).status).toBe(404);
    }
    expect(await quota()).toBe(before);
    for (const by of [at.student2, at.observer, at.designer, at.stranger])
      expect(await by.client.post(into(id, at.student.id), { name: 'a.txt' })).toMatchObject({ status: 401, body: NOT_PERMITTED });
    expect((await server.anonymous.post(into(id, at.student.id), { name: 'a.txt' })).status).toBe(401);
    for (const who of [at.teacher.id, NONE]) expect((await at.teacher.client.post(into(id, who), { name: 'a.txt' })).status).toBe(404);
    for (const none of [NONE]) expect((await at.student.client.post(into(none), { name: 'a.txt' })).status).toBe(404);
    await nothingIn(id);
  });

  // submissions#26
  test('of an extension that is allowed, in any case of its letters', async () => {
    const id = await uploads({ allowed_extensions: ['txt', 'PDF'] });
    for (const name of ['a.exe', 'txt', 'a.txt.exe', 'a.'])
      expect(await at.student.client.post(into(id), { name })).toMatchObject(blamed('name'));
    for (const name of ['a.txt', 'A.TXT', 'b.pdf']) await begin(at.student.client, into(id), { name });
    expect(await at.student.client.post(into(id), {})).toMatchObject(blamed('name'));
    const texts = await uploads({ allowed_extensions: ['pdf'], submission_types: ['online_text_entry'] });
    await begin(at.student.client, into(texts), { name: 'notes.txt' });
  });

  // submissions#22, submissions#26
  test('of an extension with a dot in it', async () => {
    const id = await uploads({ allowed_extensions: ['tar.gz'] });
    for (const name of ['a.gz', 'a.tar', 'tar.gz', 'a.star.gz'])
      expect(await at.student.client.post(into(id), { name })).toMatchObject(blamed('name'));
    const file = await upload(at.student.client, into(id), { name: 'a.TAR.gz' });
    await post(id, [file.id]).expect(201);
  });

  // submissions#25
  test("of a section's path too", async () => {
    const id = await uploads();
    const path = `/sections/${at.sectionId}/assignments/${id}/submissions`;
    const file = await upload(at.student.client, `${path}/self/files`, { name: 'sec.txt' });
    const sent = { submission: { submission_type: 'online_upload', file_ids: [file.id] } };
    expect(names((await at.student.client.post(path, sent)).body)).toEqual(['sec.txt']);
  });
});

describe('files that are turned in', () => {
  // submissions#8
  test('stand with their attempt, in the order in which they were sent', async () => {
    const id = await uploads();
    const one = await mine(at.student, 'one.txt');
    const two = await mine(at.student, 'two.txt');
    const three = await mine(at.student, 'three.txt');
    const first = await post(id, [two.id, one.id, two.id]);
    expect([first.status, names(first.body)]).toEqual([201, ['two.txt', 'one.txt']]);
    expect(first.body).toMatchObject({ submission_type: 'online_upload', body: null, url: null });
    await post(id, [three.id]).expect(201);
    const seen = await show(at.course.id, id, at.student.id, at.teacher.client, ['submission_history']);
    expect(names(seen)).toEqual(['three.txt']);
    expect(seen.submission_history?.map(names)).toEqual([['two.txt', 'one.txt'], ['three.txt']]);
    expect((await open(seen.attachments?.[0]?.url ?? '')).text).toBe('three.txt');
  });

  // submissions#22
  test("are the submitter's own, there, and of allowed extensions; else nothing is turned in", async () => {
    const id = await uploads({ allowed_extensions: ['txt'] });
    const own = await mine(at.student, 'own.txt');
    const exe = await mine(at.student, 'own.exe');
    const gone = await mine(at.student, 'gone.txt');
    await at.student.client.delete(`/files/${gone.id}`).expect(200);
    const theirs = await mine(at.student2, 'theirs.txt');
    const key = await mine(at.teacher, 'key.txt');
    const ofCourse = await upload(at.teacher.client, `/courses/${at.course.id}/files`, { name: 'course.txt' });
    for (const ids of [
      [theirs.id],
      [own.id, theirs.id],
      [own.id, NONE],
      [key.id],
      [ofCourse.id],
      [gone.id],
      [exe.id],
      [own.id, exe.id],
      [],
      ['x'],
      ['0'],
    ])
      expect(await post(id, ids)).toMatchObject(blamed('file_ids'));
    await nothingIn(id);
    await post(id, [own.id]).expect(201);
  });

  // submissions#22
  test("or the group's, in a group assignment", async () => {
    const set = await groupSet(server, at.course.id, [[at.student.id], [at.student2.id]]);
    const [group, other] = set.groups;
    const shared = await upload(at.student.client, `/groups/${group?.id}/files`, { name: 'shared.txt' });
    const foreign = await upload(at.student2.client, `/groups/${other?.id}/files`, { name: 'foreign.txt' });
    const id = await uploads({ group_category_id: set.id });
    expect(names((await post(id, [shared.id])).body)).toEqual(['shared.txt']);
    expect(await post(id, [foreign.id])).toMatchObject(blamed('file_ids'));
    const single = await uploads();
    expect(await post(single, [shared.id])).toMatchObject(blamed('file_ids'));
  });

  // files#13, submissions#23
  test('stay with the submission when they are deleted or replaced afterwards', async () => {
    const id = await uploads();
    const first = await upload(at.student.client, into(id), { name: 'essay.txt' }, { content: 'first' });
    await post(id, [first.id]).expect(201);
    const second = await upload(at.student.client, into(id), { name: 'essay.txt' }, { content: 'second' });
    const unfiled = await mine(at.student, 'essay.txt', 'third');
    await post(id, [second.id, unfiled.id]).expect(201);
    await mine(at.student, 'essay.txt', 'a fourth that takes the place of the third');
    for (const file of [first, second]) await at.student.client.delete(`/files/${file.id}`).expect(200);
    await work(server);
    const seen = await show(at.course.id, id, at.student.id, at.teacher.client, ['submission_history']);
    const contents = [];
    for (const attempt of seen.submission_history ?? [])
      for (const file of attempt.attachments ?? []) contents.push((await open(file.url)).text);
    expect(contents).toEqual(['first', 'second', 'third']);
    const spare = await mine(at.student, 'spare.txt');
    await at.student.client.delete(`/files/${spare.id}`).expect(200);
    expect((await open(spare.url)).status).toBe(404);
  });

  // files#31, submissions#23
  test('keep their addresses when they are replaced, and not when they are deleted', async () => {
    const id = await uploads();
    const [replaced, deleted] = [await mine(at.student, 'replaced.txt', 'first'), await mine(at.student, 'deleted.txt')];
    await post(id, [replaced.id, deleted.id]).expect(201);
    await mine(at.student, 'replaced.txt', 'second');
    await at.student.client.delete(`/files/${deleted.id}`).expect(200);
    await work(server);
    for (const by of [at.student, at.teacher]) {
      expect((await by.client.get(`/files/${replaced.id}`)).status).toBe(200);
      expect((await by.client.get(`/files/${deleted.id}`)).status).toBe(404);
    }
    expect((await open(replaced.url)).text).toBe('first');
  });

  // submissions#23, files#13
  test('go on to open by their addresses once they are deleted, and are there in no other way', async () => {
    const id = await uploads();
    const file = await mine(at.student, 'deleted.txt', 'turned in');
    await post(id, [file.id]).expect(201);
    const quota = async () => (await at.student.client.get('/users/self/files/quota').expect(200)).body.quota_used;
    const before = await quota();
    await at.student.client.delete(`/files/${file.id}`).expect(200);
    await work(server);
    expect(await quota()).toBe(before - 'turned in'.length);
    const { body: left } = await at.student.client.get('/users/self/files', { per_page: 100 }).expect(200);
    expect(left.map((one: { id: number }) => one.id)).not.toContain(file.id);
    expect((await open(file.url)).text).toBe('turned in');
    const byToken = ({ token }: Person) => open(file.url.replace(/\?.*/, '')).set('authorization', `Bearer ${token}`);
    for (const by of [at.student, at.teacher]) {
      expect((await byToken(by)).text).toBe('turned in');
      await by.client.get(`/files/${file.id}`).expect(404);
    }
    await at.student.client.put(`/files/${file.id}`, { name: 'x' }).expect(404);
    await at.student.client.delete(`/files/${file.id}`).expect(404);
    expect((await byToken(at.student2)).status).toBe(404);
  });

  // submissions#23
  test('are there, or the submission is refused, when an upload takes their place at the very time', async () => {
    const id = await uploads();
    for (let round = 0; round < 2; round++) {
      const file = await mine(at.student, `race-${round}.txt`, 'mine');
      const turnIn = async () => (await post(id, [file.id])).status;
      const replace = async () => (await mine(at.student, `race-${round}.txt`, 'other')).id;
      const [status, other] = round === 0 ? [turnIn, replace] : [replace, turnIn];
      const held = `select from attachments where id = ${file.id} for update`;
      const ends = await atOnce<number>(server, held, [status, other]);
      const turnedIn = ends[round];
      await work(server);
      expect(turnedIn).toBe(round === 0 ? 201 : 400);
      expect((await open(file.url)).status).toBe(round === 0 ? 200 : 404);
    }
  });

  // files#5, peer-reviews#9, submissions#24
  test('are opened by whoever reads the submission, with a token alone', async () => {
    const id = await uploads();
    const file = await mine(at.student, 'secret.txt');
    const status = async (by: Person) => (await by.client.get(`/files/${file.id}`)).status;
    const readers = [at.teacher, at.ta, at.subAdmin, at.observer];
    const others = [at.student2, at.designer, at.stranger];
    for (const by of [...readers, ...others]) expect(await status(by)).toBe(404);
    await post(id, [file.id]).expect(201);
    for (const by of readers) expect(await status(by)).toBe(200);
    for (const by of others) expect(await status(by)).toBe(404);
    const limited = await person(server);
    const section = await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'B' } });
    await enroll(server, at.course.id, limited.id, 'TaEnrollment', {
      course_section_id: section.body.id,
      limit_privileges_to_course_section: true,
    });
    expect(await status(limited)).toBe(404);
    await at.teacher.client.post(`${submissionsOf(at.course.id, id, at.student.id)}/peer_reviews`, { user_id: at.student2.id }).expect(200);
    expect(await status(at.student2)).toBe(200);
    await server.admin.delete(`/courses/${at.course.id}/assignments/${id}`).expect(200);
    for (const by of readers.filter((one) => one !== at.subAdmin)) expect(await status(by)).toBe(404);
  });

  // files#5, submissions#24
  test('of a group are opened by whoever reads the submission, also by who has left it, and when it is deleted', async () => {
    const set = await groupSet(server, at.course.id, [[at.student.id, at.student2.id]]);
    const group = set.groups[0]?.id ?? 0;
    const [file, kept] = [
      await upload(at.student2.client, `/groups/${group}/files`, { name: 'shared.txt' }),
      await upload(at.student2.client, `/groups/${group}/files`, { name: 'kept.txt' }),
    ];
    const id = await uploads({ group_category_id: set.id });
    const status = async (by: Person, of = file) => (await by.client.get(`/files/${of.id}`)).status;
    expect(await status(at.observer)).toBe(404);
    await post(id, [file.id], at.student2).expect(201);
    const readers = [at.observer, at.student, at.teacher, at.subAdmin, at.student2];
    const others = [at.designer, at.stranger];
    for (const by of readers) expect(await status(by)).toBe(200);
    await at.teacher.client.delete(`/groups/${group}/users/${at.student.id}`).expect(200);
    for (const by of readers) expect(await status(by)).toBe(200);
    for (const by of [at.observer, at.student]) expect(await status(by, kept)).toBe(404);
    await at.teacher.client.delete(`/groups/${group}`).expect(200);
    for (const by of readers) {
      expect(await status(by)).toBe(200);
      expect(await status(by, kept)).toBe(404);
      expect((await by.client.put(`/files/${file.id}`, { name: 'other.txt' })).status).toBe(401);
    }
    for (const by of others) expect(await status(by)).toBe(404);
  });

  // submissions#24
  test('are closed to observers and reviewers while the assignment is not published', async () => {
    const id = await uploads();
    const file = await mine(at.student, 'early.txt');
    await post(id, [file.id]).expect(201);
    await at.teacher.client.post(`${submissionsOf(at.course.id, id, at.student.id)}/peer_reviews`, { user_id: at.student2.id }).expect(200);
    const publish = (published: boolean) =>
      at.teacher.client.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: { published } }).expect(200);
    const statuses = () =>
      Promise.all([at.observer, at.student2, at.teacher].map(async (by) => (await by.client.get(`/files/${file.id}`)).status));
    await publish(false);
    expect(await statuses()).toEqual([404, 404, 200]);
    await publish(true);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  // submissions#2, submissions#24
  test('are closed to who reviews the work of another student', async () => {
    const id = await uploads();
    const other = await person(server);
    await enroll(server, at.course.id, other.id, 'StudentEnrollment');
    const file = await mine(other, 'other.txt');
    await other.client
      .post(submissionsOf(at.course.id, id), { submission: { submission_type: 'online_upload', file_ids: [file.id] } })
      .expect(201);
    const review = (author: number) =>
      at.teacher.client.post(`${submissionsOf(at.course.id, id, author)}/peer_reviews`, { user_id: at.student2.id }).expect(200);
    await review(at.student.id);
    await at.student2.client.get(`/files/${file.id}`).expect(404);
    await review(other.id);
    await at.student2.client.get(`/files/${file.id}`).expect(200);
  });

  // submissions#2, submissions#24
  test('are closed to who observes another student', async () => {
    const id = await uploads();
    const file = await mine(at.student2, 'unobserved.txt');
    await post(id, [file.id], at.student2).expect(201);
    await at.observer.client.get(`/files/${file.id}`).expect(404);
    const both = { associated_user_id: at.student2.id };
    await enroll(server, at.course.id, at.observer.id, 'ObserverEnrollment', both);
    await at.observer.client.get(`/files/${file.id}`).expect(200);
  });

  // submissions#3, submissions#24
  test('are closed to others while their student is no student of the course', async () => {
    const id = await uploads();
    const pupil = await person(server);
    const { id: enrollment } = await enroll(server, at.course.id, pupil.id, 'StudentEnrollment');
    const parent = await person(server);
    await enroll(server, at.course.id, parent.id, 'ObserverEnrollment', { associated_user_id: pupil.id });
    const file = await mine(pupil, 'work.txt');
    await pupil.client
      .post(submissionsOf(at.course.id, id), { submission: { submission_type: 'online_upload', file_ids: [file.id] } })
      .expect(201);
    await at.teacher.client.post(`${submissionsOf(at.course.id, id, pupil.id)}/peer_reviews`, { user_id: at.student2.id }).expect(200);
    const status = async (by: Person) => (await by.client.get(`/files/${file.id}`)).status;
    const others = [at.teacher, parent, at.student2];
    for (const by of [...others, pupil]) expect(await status(by)).toBe(200);
    const end = (task: string) => server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment}`, { task }).expect(200);
    await end('inactivate');
    for (const by of others) expect(await status(by)).toBe(404);
    expect(await status(pupil)).toBe(200);
    await enroll(server, at.course.id, pupil.id, 'StudentEnrollment', { enrollment_state: 'active' });
    for (const by of others) expect(await status(by)).toBe(200);
    await end('delete');
    for (const by of others) expect(await status(by)).toBe(404);
  });
});
