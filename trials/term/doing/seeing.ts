import { placeKey } from '../ledger.ts';
import type { Kind } from '../plan.ts';
import { seeing, type Way } from './doing.ts';
import { conversationOf } from './writing.ts';

/** There is no tree yet (discussions#59). */
const NOT_YET = [503];

const openConversation: Way = async (doing) => {
  const one = await conversationOf(doing);
  if (!one) return 'skipped';
  // Noted before: it may be read though nobody hears of it.
  doing.ledger.opened.add(placeKey(one.id, doing.by.id));
  await doing.see(`/conversations/${one.id}`);
  return 'done';
};

const ofTopic =
  (rest: string, may: readonly number[] = []): Way =>
  async (doing) => {
    const topic = doing.pick(doing.course.topics, 0);
    if (!topic) return 'skipped';
    await doing.see(`${doing.course.path}/discussion_topics/${topic.id}/${rest}`, { may });
    return 'done';
  };

const seeSubmission: Way = async (doing) => {
  const work = doing.pick(doing.course.works, 0);
  if (!work) return 'skipped';
  const include = 'include[]=submission_history&include[]=submission_comments&include[]=rubric_assessment';
  await doing.see(`${doing.course.path}/assignments/${work.id}/submissions/self?${include}`);
  return 'done';
};

const seeSubmissions: Way = async (doing) => {
  const work = doing.pick(doing.course.works, 0);
  if (!work) return 'skipped';
  await doing.see(`${doing.course.path}/assignments/${work.id}/submissions?include[]=submission_comments&per_page=50`);
  return 'done';
};

const seeStatistics: Way = async (doing) => {
  const quiz = doing.pick(doing.course.quizzes, 0);
  if (!quiz) return 'skipped';
  await doing.see(`${doing.course.path}/quizzes/${quiz.id}/statistics`);
  return 'done';
};

const seePage: Way = async (doing) => {
  const url = doing.pick(doing.course.pages, 0);
  if (url === undefined) return 'skipped';
  await doing.see(`${doing.course.path}/pages/${url}`);
  return 'done';
};

const seeInbox: Way = async (doing) => {
  await doing.see('/conversations?per_page=20');
  await doing.see('/conversations/unread_count');
  return 'done';
};

/** How many days the planner looks ahead. */
const AHEAD_MS = 14 * 86_400_000;
const planner = () => `/planner/items?start_date=${new Date().toISOString()}&end_date=${new Date(Date.now() + AHEAD_MS).toISOString()}`;

export const SEEING = {
  openConversation,
  seeInbox,
  seePage,
  seeSubmission,
  seeSubmissions,
  seeStatistics,
  seeCourses: seeing(() => '/courses?include[]=total_scores&include[]=term&per_page=50'),
  seeTodo: seeing(() => '/users/self/todo'),
  seePlanner: seeing(planner),
  seeStream: seeing(() => '/users/self/activity_stream'),
  seeSummary: seeing(() => '/users/self/activity_stream/summary'),
  seeAssignments: seeing(({ course }) => `${course.path}/assignment_groups?include[]=assignments`),
  seeTopics: seeing(({ course }) => `${course.path}/discussion_topics`),
  seeView: ofTopic('view', NOT_YET),
  seeEntries: ofTopic('entries'),
  seeModules: seeing(({ course }) => `${course.path}/modules?include[]=items`),
  seeGrades: seeing(({ course, by }) =>
    by.actor.role === 'student' ? '/users/self/enrollments' : `${course.path}/enrollments?type[]=StudentEnrollment&per_page=50`,
  ),
  seeQuizzes: seeing(({ course }) => `${course.path}/quizzes`),
  seeAnnouncements: seeing(({ course }) => `/announcements?context_codes[]=course_${course.id}`),
  seePeople: seeing(({ course }) => `${course.path}/users?include[]=enrollments&per_page=50`),
  seeGradebook: seeing(
    ({ course }) => `${course.path}/students/submissions?student_ids[]=all&grouped=true&include[]=total_scores&per_page=20`,
  ),
  seeHistory: seeing(({ course }) => `${course.path}/gradebook_history/feed?per_page=20`),
  seeOutcomes: seeing(({ course }) => `${course.path}/outcome_rollups?per_page=20`),
  seeAccount: seeing(() => '/accounts/1/users?per_page=50'),
} satisfies Partial<Record<Kind, Way>>;
