import { type ContextKind, holdsAny, PERMISSIONS, type Permission, type Role } from '../../src/access/permissions.ts';
import type { Operation } from '../../src/http/operation.ts';

// Who else asks for what a student has, and what stands in the student's course. What they get follows from what they are to each
// kind of place, and the rights that its roles have (src/access/permissions.ts); where a service narrows it further, that is named.

interface Other {
  /** What they are to the places of the student, the student's course and its account; to those left out, nothing. */
  is: Partial<Record<ContextKind, readonly Role[]>>;
  /** What the enrollment gave to write has ended with it (access#10). */
  reads?: true;
  /** They are of another root account: nothing is there for them (access#7). */
  abroad?: true;
}

const STUDENT = {
  account: ['account_member'],
  course: ['student'],
  section: ['student'],
  group_category: ['student'],
  outcome: ['student'],
  file: ['student'],
  folder: ['student'],
} as const;
const TEACHER = {
  account: ['account_member'],
  course: ['teacher'],
  section: ['teacher'],
  group_category: ['teacher'],
  group: ['teacher'],
  outcome: ['teacher'],
  file: ['teacher'],
  folder: ['teacher'],
} as const;

export const OTHERS = {
  'the student': {
    is: {
      ...STUDENT,
      user: ['self'],
      group: ['member', 'coursemate'],
      collection: ['owner'],
      collection_item: ['owner'],
      quiz_submission: ['student'],
    },
  },
  'another student': { is: { ...STUDENT, user: ['peer'], group: ['coursemate'] } },
  'student until lately': { is: { ...STUDENT, user: ['peer'], group: ['coursemate'] }, reads: true },
  'teacher until lately': { is: { ...TEACHER, quiz_submission: ['teacher'], user: ['instructor', 'staff'] }, reads: true },
  'invited teacher': { is: { course: ['invited'] } },
  'inactive teacher': { is: { account: ['account_member'] } },
  'removed student': { is: {} },
  'admin of an account beside': { is: {} },
  'dismissed admin': { is: {} },
  'teacher elsewhere': { is: {}, abroad: true },
  'student elsewhere': { is: {}, abroad: true },
} as const satisfies Record<string, Other>;
export type OtherName = keyof typeof OTHERS;

const OTHERS_BY_NAME: Readonly<Record<OtherName, Other>> = OTHERS;

interface Narrower {
  to: readonly OtherName[];
  status: 200 | 401 | 404;
  why: string;
}

const STUDENTS = ['another student', 'student until lately'] as const;
/** Who may ask, in the course and out of it. */
const KNOWN = ['the student', ...STUDENTS, 'teacher until lately', 'invited teacher'] as const;
const ALL_BUT_ABROAD = [
  ...STUDENTS,
  'teacher until lately',
  'invited teacher',
  'inactive teacher',
  'removed student',
  'admin of an account beside',
  'dismissed admin',
] as const;

const to = (who: readonly OtherName[], status: Narrower['status'], why: string, names: readonly string[]): [string, Narrower][] =>
  names.map((name) => [name, { to: who, status, why }]);
/** Operations of the submission of the student whom the path names. */
export const OF_ONE_STUDENT = [
  'showSubmission',
  'updateSubmission',
  'beginSubmissionUpload',
  'beginCommentUpload',
  'markSubmissionRead',
  'markSubmissionUnread',
  'markSubmissionItemRead',
];

/** The same of a course and of a section. */
export const everywhere = (names: readonly string[]): string[] => names.flatMap((name) => [name, `${name}InSection`]);

/** Where the roles would do, and what is asked for is somebody's own, or not there for them. */
export const NARROWER: Readonly<Record<string, Narrower>> = Object.fromEntries([
  ...to(STUDENTS, 401, 'a submission is its student’s (submissions#2)', everywhere(OF_ONE_STUDENT)),
  ...to(STUDENTS, 401, 'who reviews nobody assesses nobody (submissions#84)', [
    'createRubricAssessment',
    'updateRubricAssessment',
    'deleteRubricAssessment',
  ]),
  ...to(STUDENTS, 401, 'for oneself, one’s observers and staff (assignments#62)', ['listAssignmentsOfStudent']),
  ...to(STUDENTS, 401, 'without an attempt of their own (quizzes#41)', ['listQuizQuestions', 'showQuizQuestion']),
  ...to(['the student', ...STUDENTS], 401, 'for who may or might edit the quiz (quizzes#99)', ['listQuizGroups', 'showQuizGroup']),
  ...to(STUDENTS, 404, 'an attempt is its student’s (quizzes#56)', [
    'showQuizSubmission',
    'showQuizSubmissionTime',
    'completeQuizSubmission',
    'keepQuizSubmissionEvents',
  ]),
  ...to(['teacher until lately'], 404, 'a report is there for who asked for it (quizzes#108)', ['showQuizReport', 'deleteQuizReport']),
  ...to(STUDENTS, 401, 'a topic is its author’s (discussions#6)', ['updateTopicInCourse', 'deleteTopicInCourse']),
  ...to(STUDENTS, 401, 'an entry is its author’s (discussions#42)', ['updateEntryInCourse', 'deleteEntryInCourse']),
  ...to(STUDENTS, 401, 'the topic does not let them rate (discussions#99)', ['rateEntryInCourse']),
  ...to(['the student', ...STUDENTS], 401, 'for who changes the page (pages#16, pages#23)', [
    'listPageRevisionsInCourse',
    'showPageRevisionInCourse',
    'updatePageInCourse',
    'restorePageRevisionInCourse',
  ]),
  ...to(STUDENTS, 401, 'of the courses in which they observe or grade (planner#15)', [
    'listPlannerItemsOfUser',
    'listMissingSubmissions',
    'listCalendarEventsOfUser',
  ]),
  ...to(KNOWN, 401, 'an invitation is answered by whom it is for (enrollments#16)', ['acceptEnrollment', 'rejectEnrollment']),
  ...to(ALL_BUT_ABROAD, 401, 'the student’s profile is not public (profiles#17)', ['followUser']),
  ...to(ALL_BUT_ABROAD, 200, 'whether they followed or not (profiles#19)', ['unfollowUser']),
  ...to([...STUDENTS, 'teacher until lately'], 200, 'for who takes part in its course (collaborations#7)', ['listCollaborators']),
  ...to(['the student'], 404, 'for administrators (submissions#102)', ['auditGradesOfAssignment']),
  ...to(KNOWN, 404, 'there is none', [
    'showGroupOverride',
    'showFrontPageInCourse',
    'updateFrontPageInCourse',
    'showFrontPageInGroup',
    'showColor',
    'showObservee',
    'showObserver',
    'removeCourseNickname',
    'listNotificationPreferencesByAddress',
    'showNotificationPreferenceByAddress',
  ]),
]);

/** What changes something and needs no right to write: it outlasts the course and the enrollment. */
export const OUTLASTS: Readonly<Partial<Record<Permission, string>>> = {
  'course.favor': 'changes the caller’s own list',
  'course.read': 'a nickname is the caller’s own',
  'group.people.read': 'changes the caller’s own list',
  'enrollment.answer': 'an invitation is answered, also of a concluded course (access#8)',
  'sections.cross_list': 'for administrators alone, who keep their rights (access#10)',
  'submissions.read': 'marks as read, for the caller alone',
  'pages.read': 'a preview stores nothing (pages#27)',
  'topics.mark': 'marks as read and subscribes, for the caller alone',
  'quiz_results.read': 'a report is written into the caller’s own folder, and read by the caller alone (quizzes#108)',
};

/** The right to see what is addressed by an id of its own. */
const SEES: Partial<Record<ContextKind, Permission>> = {
  file: 'file.read',
  folder: 'file.read',
  outcome: 'outcome.read',
  collection: 'collection.read',
  collection_item: 'collection.read',
  quiz_submission: 'quiz_answers.read',
};

function may(who: OtherName, context: ContextKind, permission: Permission): boolean {
  const { is, reads } = OTHERS_BY_NAME[who];
  const rule: { roles: readonly string[]; writes?: true } = PERMISSIONS[permission];
  return !(reads && rule.writes) && holdsAny(new Set(is[context] ?? []), PERMISSIONS[permission].roles);
}

export type Told = 'may' | 200 | 401 | 404;

function byRole(who: OtherName, op: Operation): Told {
  const { context, permission } = op;
  if (OTHERS_BY_NAME[who].abroad) return 404;
  if (context === 'none' || context === 'self') return who === 'the student' ? 'may' : 404;
  if (may(who, context, permission)) return 'may';
  const sees = SEES[context];
  return sees === undefined || may(who, context, sees) ? 401 : 404;
}

/** What one of them is answered. */
export function expected(who: OtherName, op: Operation): Told {
  const told = byRole(who, op);
  const narrower = NARROWER[op.operationId];
  const applies = narrower?.to.includes(who) && (told === 'may' || op.context === 'none');
  return narrower && applies ? narrower.status : told;
}
