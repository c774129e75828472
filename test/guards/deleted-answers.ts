import { everywhere, OF_ONE_STUDENT } from './others.ts';

export const ASKING = ['student', 'observer', 'teacher', 'rootAdmin'] as const;
export type Asking = (typeof ASKING)[number];

/** What is answered of something deleted to who may ask for it while it is there, where it is not 404 (access#24); by operation and kind. */
interface Otherwise {
  status: 200 | 400 | 401;
  /** Who is answered so, where it is not everybody. */
  to?: readonly Asking[];
  why: string;
}

/** Whoever may not ask for one person is told so whether that person is there or not. */
const NOT_THEIRS: Otherwise = {
  status: 401,
  to: ['student', 'observer'],
  why: 'a student is told of no other, gone or not (submissions#2)',
};
const REPLIES: Otherwise = { status: 200, why: 'what stands below a deleted entry stays (discussions#48)' };
const HISTORY: Otherwise = { status: 200, why: 'a list of what was graded: of nothing (submissions#81)' };
const NOT_TO_ANSWER: Otherwise = {
  status: 401,
  to: ['teacher', 'rootAdmin'],
  why: 'who grades answers nothing, gone or not (quizzes#106)',
};
/** It is shown again by the first of them. */
const hidden = (status: 200 | 400): Otherwise => ({
  status,
  to: ['student'],
  why: 'hidden from its participant, and not gone (conversations#19)',
});

export const OTHERWISE: Readonly<Record<string, Otherwise>> = {
  ...Object.fromEntries(everywhere(OF_ONE_STUDENT).map((name) => [`${name} users`, NOT_THEIRS])),
  'listAssignmentsOfStudent users': NOT_THEIRS,
  'showAccountEnrollment enrollments': { status: 200, why: 'in whatever state (enrollments#42)' },
  'listRepliesInCourse entries': REPLIES,
  'listRepliesInGroup groups entries': REPLIES,
  'listRepliesInCollectionItem collection_items entries': { ...REPLIES, to: ['student'] },
  'listGradedSubmissions users': HISTORY,
  'listGradedSubmissions assignments': HISTORY,
  'flagQuizQuestion questions': NOT_TO_ANSWER,
  'unflagQuizQuestion questions': NOT_TO_ANSWER,
  'addConversationMessage conversations': hidden(200),
  'addConversationRecipients conversations': hidden(400),
  'removeConversationMessages conversations': hidden(200),
  'showQuizQuestion questions': { status: 401, to: ['observer'], why: 'observers read no questions, gone or not (quizzes#41)' },
};

/** What nobody can delete: it goes with what it stands in. */
export const NEVER_ALONE = [
  'root accounts',
  'accounts grading_standards',
  'grading_standards',
  'quizzes submissions',
  'quiz_submissions',
  'collection_items discussion_topics',
  'collaborations',
];
