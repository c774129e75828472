import type { Fields } from '../helpers/form.ts';

type Sent = (ids: Readonly<Record<string, number | string>>) => Fields;

const grading: Sent = ({ users }) => ({ grade_data: { [String(users)]: { posted_grade: '4' } } });
const review: Sent = ({ users }) => ({ user_id: users });
const inAttempt: Sent = () => ({ attempt: 1, validation_token: 'none' });
const file: Sent = () => ({ name: 'notes.txt' });
const rating: Sent = () => ({ rating: 1 });
const often: Sent = () => ({ frequency: 'daily' });
const period: Sent = () => ({ grading_periods: [{ title: 'Other', start_date: '2041-01-01', end_date: '2041-02-01' }] });
const groupOfQuiz: Sent = () => ({ quiz_groups: [{ name: 'Group' }] });
const assessing: Sent = ({ users, criterion }) => ({ rubric_assessment: { user_id: users, [`criterion_${criterion}`]: { points: 3 } } });
const titled: Sent = () => ({ title: 'Other' });

/**
 * What operations are sent which would say of an empty body that it is wrong, before or after they look for what the path names: with
 * this they have no reason left to refuse but that.
 */
export const SENT: Readonly<Record<string, Sent>> = {
  addConversationMessage: () => ({ body: 'Words' }),
  addConversationRecipients: ({ users }) => ({ recipients: [users ?? 0] }),
  removeConversationMessages: () => ({ remove: [1] }),
  beginCommentUpload: file,
  beginCommentUploadInSection: file,
  beginSubmissionUpload: file,
  beginSubmissionUploadInSection: file,
  chooseNotificationCategory: often,
  chooseNotificationPreference: often,
  chooseNotificationPreferences: () => ({ notification_preferences: { grading: { frequency: 'daily' } } }),
  completeQuizSubmission: inAttempt,
  flagQuizQuestion: inAttempt,
  unflagQuizQuestion: inAttempt,
  keepQuizSubmissionEvents: () => ({
    quiz_submission_events: [{ client_timestamp: '2040-05-01T12:00:00Z', event_type: 'page_focused', event_data: {} }],
  }),
  scoreQuizSubmission: () => ({ quiz_submissions: [{ attempt: 1, fudge_points: 1 }] }),
  extendQuiz: ({ users }) => ({ quiz_extensions: [{ user_id: users, extra_attempts: 1 }] }),
  createQuizReport: () => ({ quiz_report: { report_type: 'student_analysis' } }),
  createQuizGroup: groupOfQuiz,
  updateQuizGroup: groupOfQuiz,
  reorderQuizGroup: ({ questions }) => ({ order: [{ id: questions ?? 0 }] }),
  reorderQuiz: ({ questions }) => ({ order: [{ id: questions ?? 0 }] }),
  createModuleItem: () => ({ module_item: { type: 'SubHeader', title: 'Read' } }),
  createPeerReview: review,
  deletePeerReview: review,
  createRubricAssessment: assessing,
  updateRubricAssessment: assessing,
  rateEntryInCourse: rating,
  rateEntryInGroup: rating,
  rateEntryInCollectionItem: rating,
  updateCustomGradebookColumnDatum: () => ({ column_data: { content: 'Words' } }),
  updateGrades: grading,
  updateGradesInSection: grading,
  updateGradingPeriod: period,
  updateGradingPeriodsOfSet: period,
  ...Object.fromEntries(
    (
      [
        ['Site', 'global outcome_groups'],
        ['Account', 'accounts outcome_groups'],
        ['Course', 'courses outcome_groups'],
      ] as const
    ).flatMap(([word, groups]) => [
      [`createOutcomeGroupOf${word}`, titled] as const,
      [`createOutcomeLinkOf${word}`, titled] as const,
      [`importOutcomeGroupOf${word}`, (ids: Parameters<Sent>[0]) => ({ source_outcome_group_id: ids[groups] })] as const,
    ]),
  ),
};
