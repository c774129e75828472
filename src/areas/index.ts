import type { Services } from '../access/context.ts';
import { accounts } from './accounts/index.ts';
import { activity } from './activity/index.ts';
import type { Area } from './area.ts';
import { assignments } from './assignments/index.ts';
import { bookmarks } from './bookmarks/index.ts';
import { calendar } from './calendar/index.ts';
import { collaborations } from './collaborations/index.ts';
import { collections } from './collections/index.ts';
import { conversations } from './conversations/index.ts';
import { courses } from './courses/index.ts';
import { discussions } from './discussions/index.ts';
import { topicPartner, topicsLeaveSet } from './discussions/topic-changes/topic-changes.ts';
import { enrollments } from './enrollments/index.ts';
import { feeds } from './feeds/index.ts';
import { files } from './files/index.ts';
import { gradebook } from './gradebook/index.ts';
import { gradingPeriods } from './grading-periods/index.ts';
import { gradingStandards } from './grading-standards/index.ts';
import { groups } from './groups/index.ts';
import { mail } from './mail/index.ts';
import { modulesGoOn } from './modules/content.ts';
import { progressInCourses } from './modules/course-progress.ts';
import { modules } from './modules/index.ts';
import { notifications } from './notifications/index.ts';
import { observers } from './observers/index.ts';
import { outcomeResults } from './outcome-results/index.ts';
import { outcomes } from './outcomes/index.ts';
import { overrides } from './overrides/index.ts';
import { pageViews } from './page-views/index.ts';
import { pages } from './pages/index.ts';
import { peerReviews } from './peer-reviews/index.ts';
import { planner } from './planner/index.ts';
import { preferences } from './preferences/index.ts';
import { profiles } from './profiles/index.ts';
import { progress } from './progress/index.ts';
import { quizzes } from './quizzes/index.ts';
import { quizPartner } from './quizzes/quizzes/quizzes.ts';
import { rubrics } from './rubrics/index.ts';
import { sections } from './sections/index.ts';
import { courseSections } from './sections/of-courses.ts';
import { courseGrades } from './submissions/course-grades.ts';
import { discussedSubmissions } from './submissions/discussed.ts';
import { gradedWork } from './submissions/graded-work.ts';
import { submissions } from './submissions/index.ts';
import { submissionsOf } from './submissions/lists.ts';
import { terms } from './terms/index.ts';
import { todo } from './todo/index.ts';
import { users } from './users/index.ts';

/** The one central list: an area that stands here is served, documented, worked for and tested. */
export const areas: readonly Area[] = [
  accounts,
  users,
  terms,
  courses,
  enrollments,
  sections,
  groups,
  files,
  gradingPeriods,
  gradingStandards,
  assignments,
  overrides,
  outcomes,
  rubrics,
  peerReviews,
  submissions,
  gradebook,
  outcomeResults,
  quizzes,
  discussions,
  pages,
  modules,
  collections,
  collaborations,
  calendar,
  todo,
  planner,
  bookmarks,
  preferences,
  mail,
  profiles,
  observers,
  pageViews,
  progress,
  conversations,
  notifications,
  activity,
  feeds,
];

/** What areas need of areas above them, by ports that they declare. */
export const ports: Omit<Services, 'files' | 'secretKey'> = {
  linkedContents: [topicPartner, quizPartner],
  submissionsOf,
  courseGrades,
  progressInCourses,
  courseSections,
  gradedWork,
  discussedSubmissions,
  topicsLeaveSet,
  modulesGoOn,
  calendarSources: areas.flatMap((area) => area.calendar ?? []),
  userEndings: areas.flatMap((area) => area.endsWithUser ?? []),
};
