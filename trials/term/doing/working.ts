import { z } from 'zod';
import { Register, workKey } from '../ledger.ts';
import { type Kind, turnedInFile } from '../plan.ts';
import type { Quiz, Work } from '../school.ts';
import { read, whenOf } from '../sending.ts';
import { Made } from '../setting-up.ts';
import type { Doing, Way } from './doing.ts';

const workFor = ({ course, act }: Doing, takes: Work['takes']): Work | undefined => {
  const works = course.works.filter((work) => work.takes === takes);
  return works[Math.floor(act.picks[0] * works.length)];
};

async function turnInWith(
  doing: Doing,
  work: Work,
  submission: { submission_type: string; body?: string; file_ids?: number[] },
): Promise<void> {
  const { course, by, act, ledger } = doing;
  const when = whenOf(await doing.send('POST', `${course.path}/assignments/${work.id}/submissions`, { body: { submission } }));
  if (when) ledger.attempts.add(workKey(work.id, by.id), { ...when, mark: act.mark });
}

const turnIn: Way = async (doing) => {
  const work = workFor(doing, 'text');
  if (!work) return 'skipped';
  await turnInWith(doing, work, { submission_type: 'online_text_entry', body: `<p>My work ${doing.act.mark}</p>` });
  return 'done';
};

const Upload = z.object({ upload_url: z.string(), upload_params: z.object({ upload_id: z.string() }).catchall(z.string()) });

const uploadWork: Way = async (doing) => {
  const work = workFor(doing, 'file');
  if (!work) return 'skipped';
  const { course, act } = doing;
  const [name, content] = [`${act.mark}.txt`, turnedInFile(act.mark)];
  const body = { name, content_type: 'text/plain', size: Buffer.byteLength(content) };
  const begun = read(await doing.send('POST', `${course.path}/assignments/${work.id}/submissions/self/files`, { body }), Upload);
  if (!begun) return 'done';
  const form = new FormData();
  for (const [field, value] of Object.entries(begun.upload_params)) form.append(field, value);
  form.append('file', new Blob([content], { type: 'text/plain' }), name);
  const { state, location } = await doing.send('POST', begun.upload_url, { body: form });
  if (state === 'unknown') doing.ledger.unansweredUploads.add(Number(begun.upload_params.upload_id));
  if (location === null) return 'done';
  const file = read(await doing.send('GET', location), Made);
  if (file) await turnInWith(doing, work, { submission_type: 'online_upload', file_ids: [file.id] });
  return 'done';
};

const commentOnWork: Way = async (doing) => {
  const work = workFor(doing, 'text');
  if (!work) return 'skipped';
  const { course, by, act, ledger } = doing;
  const body = { comment: { text_comment: `It was late, ${act.mark}` } };
  // Sent twice it would be two comments.
  const sent = await doing.send('PUT', `${course.path}/assignments/${work.id}/submissions/self`, { body, idempotent: false });
  if (sent.perhapsTwice) ledger.repeatedComments.add(act.mark);
  const when = whenOf(sent);
  if (when) ledger.comments.add(workKey(work.id, by.id), { ...when, mark: act.mark });
  return 'done';
};

const Attempts = z.object({
  quiz_submissions: z.array(
    z.object({
      id: z.int(),
      attempt: z.int(),
      validation_token: z.string().nullish(),
      workflow_state: z.string(),
      finished_at: z.string().nullable(),
    }),
  ),
});

/** Begins an attempt, or goes on with the one that was begun; undefined where none is left. */
async function beginQuiz(doing: Doing, path: string) {
  const begun = read(await doing.send('POST', `${path}/submissions`, { body: {}, may: [400, 409] }), Attempts)?.quiz_submissions[0];
  if (begun) return begun;
  const all = read(await doing.see(`${path}/submissions`), Attempts)?.quiz_submissions ?? [];
  return all.find(({ finished_at }) => finished_at === null);
}

function answersOf({ act }: Doing, { questions }: Quiz) {
  const bits = Math.floor(act.picks[1] * 2 ** questions.length);
  return questions.map((question, i) => ({ ...question, isRight: ((bits >> i) & 1) === 1 }));
}

const takeQuiz: Way = async (doing) => {
  const { course, by, act, ledger } = doing;
  const quiz = doing.pick(course.quizzes, 0);
  if (!quiz) return 'skipped';
  const path = `${course.path}/quizzes/${quiz.id}`;
  const begun = await beginQuiz(doing, path);
  if (!begun) return 'skipped';
  let taken = ledger.quizzes.get(begun.id);
  if (!taken) {
    const points = new Map(quiz.questions.map((one) => [one.id, one.points]));
    const about = { id: begun.id, quizId: quiz.id, assignmentId: quiz.assignmentId, userId: by.id };
    taken = { ...about, right: new Register(), points, completed: null };
    ledger.quizzes.set(taken.id, taken);
  }
  const proof = { attempt: begun.attempt, validation_token: begun.validation_token ?? '' };
  await doing.see(`${path}/questions`, { may: [401] });
  for (const { id, isRight, right, wrong } of answersOf(doing, quiz)) {
    const body = { ...proof, quiz_questions: [{ id, answer: isRight ? right : wrong }] };
    const when = whenOf(await doing.send('POST', `/quiz_submissions/${begun.id}/questions`, { body, idempotent: true }));
    if (when) taken.right.write(id, isRight, when);
  }
  // Some are left as they are, and gone on with another time.
  if (act.picks[2] < 0.15) return 'done';
  const done = await doing.send('POST', `${path}/submissions/${begun.id}/complete`, { body: proof, idempotent: true });
  taken.completed = whenOf(done) ?? taken.completed;
  return 'done';
};

const markDone: Way = async (doing) => {
  const { course, by, act, ledger } = doing;
  const item = doing.pick(course.items, 0);
  if (!item) return 'skipped';
  const isDone = act.picks[1] < 0.8;
  const when = whenOf(await doing.send(isDone ? 'PUT' : 'DELETE', `${course.path}/modules/${item.moduleId}/items/${item.id}/done`));
  if (when) ledger.done.write(`${item.id}/${by.id}`, isDone, when);
  return 'done';
};

export const WORKING = { turnIn, uploadWork, commentOnWork, takeQuiz, markDone } satisfies Partial<Record<Kind, Way>>;
