import { z } from 'zod';
import { type Examples, fresh, inCourse, type Request, sending, student } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import type { Fields } from '../../helpers/form.ts';
import { made, unique } from '../../helpers/school.ts';

const quiz = () => ({ quiz: { title: unique('Quiz') } });

const question = () => ({ question: { question_name: unique('Question') } });

const questionsOf = (w: World) => `/courses/${w.course}/quizzes/${w.quiz}/questions`;

const Begun = z.object({ quiz_submissions: z.tuple([z.object({ id: z.int(), attempt: z.int(), validation_token: z.string() })]) });

const Ids = z.array(z.object({ id: z.int() }));

/** More time for the world's author. */
const extension: Request = (w) => ({ ids: { quiz_id: w.quiz }, sent: { quiz_extensions: [{ user_id: w.author.id, extra_time: 5 }] } });

/** What is sent of a question and an attempt, whose proof `own` is. */
type Sent = (questionId: number, own: Fields) => Fields;

/** A student who was in the course before; what they have done with the world's quiz, and who asks what of it. */
const attempt =
  (before: 'nothing' | 'begun' | 'completed', asks: 'student' | 'grader', sent?: Sent): Request =>
  async (w, server) => {
    const { one } = await student(w, server);
    const path = `/courses/${w.course}/quizzes/${w.quiz}`;
    await one.client.get(path).expect(200);
    const by = asks === 'student' ? { by: one.client } : {};
    if (before === 'nothing') return by;
    const { id, ...token } = (await made(one.client.post(`${path}/submissions`), Begun)).quiz_submissions[0];
    const own = { attempt: token.attempt, validation_token: token.validation_token };
    if (before === 'completed') await one.client.post(`${path}/submissions/${id}/complete`, own).expect(200);
    const [first] = await made(server.admin.get(questionsOf(w)), Ids);
    return { ...by, ids: { id, quiz_submission_id: id }, sent: sent?.(first?.id ?? 0, own) ?? {} };
  };

/** The id of the path is the first question's. */
const flagging: Request = async (w, server) => {
  const { ids, ...asked } = await attempt('begun', 'student', (_id, own) => own)(w, server);
  const [first] = await made(server.admin.get(questionsOf(w)), Ids);
  return { ...asked, ids: { ...ids, id: first?.id ?? 0 } };
};

const reportsOf = (w: World) => `/courses/${w.course}/quizzes/${w.quiz}/reports`;
const report = () => ({ quiz_report: { report_type: 'item_analysis' } });

const groupsOf = (w: World) => `/courses/${w.course}/quizzes/${w.quiz}/groups`;
const group = () => ({ quiz_groups: [{ name: unique('Group') }] });
const MadeGroups = z.object({ quiz_groups: z.tuple([z.object({ id: z.int() })]) });

/** A group of the world's quiz, which holds a question, with what is sent. */
const newGroup =
  (sent?: (questionId: number) => Fields): Request =>
  async (w, server) => {
    const { id } = (await made(server.admin.post(groupsOf(w), group()), MadeGroups)).quiz_groups[0];
    const inGroup = { question: { ...question().question, quiz_group_id: id } };
    const { id: questionId } = await made(server.admin.post(questionsOf(w), inGroup), z.object({ id: z.int() }));
    return { ids: { quiz_id: w.quiz, id }, ...(sent ? { sent: sent(questionId) } : {}) };
  };

export const examples: Examples = {
  requests: {
    showQuiz: (w) => ({ ids: { id: w.quiz } }),
    createQuiz: sending(quiz),
    updateQuiz: fresh('id', inCourse('quizzes'), quiz, quiz),
    deleteQuiz: fresh('id', inCourse('quizzes'), quiz),
    showQuizQuestion: fresh('id', questionsOf, question),
    createQuizQuestion: sending(question),
    updateQuizQuestion: fresh('id', questionsOf, question, question),
    deleteQuizQuestion: fresh('id', questionsOf, question),
    showQuizGroup: newGroup(),
    createQuizGroup: (w) => ({ ids: { quiz_id: w.quiz }, sent: group() }),
    updateQuizGroup: newGroup(group),
    deleteQuizGroup: newGroup(),
    reorderQuizGroup: newGroup((id) => ({ order: [{ id }] })),
    reorderQuiz: async (w, server) => {
      const [one] = await made(server.admin.get(questionsOf(w)), Ids);
      return { ids: { id: w.quiz }, sent: { order: [{ id: one?.id ?? 0 }] } };
    },
    listQuizReports: (w) => ({ ids: { quiz_id: w.quiz } }),
    createQuizReport: (w) => ({ ids: { quiz_id: w.quiz }, sent: report() }),
    showQuizReport: fresh('id', reportsOf, report),
    deleteQuizReport: fresh('id', reportsOf, report),
    beginQuizSubmission: attempt('nothing', 'student'),
    showQuizSubmission: attempt('begun', 'student'),
    extendQuiz: extension,
    extendQuizzesOfCourse: extension,
    showQuizStatistics: (w) => ({ ids: { quiz_id: w.quiz } }),
    showQuizSubmissionTime: attempt('begun', 'student'),
    keepQuizSubmissionEvents: attempt('begun', 'student', () => ({
      quiz_submission_events: [{ client_timestamp: '2040-05-01T12:00:00Z', event_type: 'page_focused', event_data: { of: 'window' } }],
    })),
    answerQuizQuestions: attempt('begun', 'student', (id, own) => ({ ...own, quiz_questions: [{ id, answer: null }] })),
    flagQuizQuestion: flagging,
    unflagQuizQuestion: flagging,
    showQuizAnswers: attempt('completed', 'grader'),
    completeQuizSubmission: attempt('begun', 'student', (_id, own) => own),
    scoreQuizSubmission: attempt('completed', 'grader', (id) => ({ quiz_submissions: [{ questions: { [id]: { score: 1 } } }] })),
  },
  lists: [
    { operationId: 'listQuizzes', path: (w) => `/courses/${w.course}/quizzes` },
    { operationId: 'listQuizzes', path: (w) => `/courses/${w.course}/quizzes`, query: { search_term: 'QUIZ' }, by: (w) => w.author.client },
    { operationId: 'listQuizQuestions', path: (w) => `/courses/${w.course}/quizzes/${w.quiz}/questions` },
    { operationId: 'listQuizAssignmentOverrides', path: (w) => `/courses/${w.course}/quizzes/assignment_overrides` },
    { operationId: 'listQuizGroups', path: groupsOf },
    { operationId: 'listQuizSubmissions', path: (w) => `/courses/${w.course}/quizzes/${w.quiz}/submissions` },
    { operationId: 'listQuizSubmissionEvents', path: (w) => `/courses/${w.course}/quizzes/${w.quiz}/submissions/${w.quizAttempt}/events` },
  ],
  fill: async (w, server) => {
    await newGroup()(w, server);
  },
};
