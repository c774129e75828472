import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createLatePolicy: {
    path: { course_id: 2 },
    body: { late_policy: { late_submission_deduction_enabled: true, late_submission_deduction: 10 } },
  },
  updateLatePolicy: { path: { course_id: 2 }, body: { late_policy: { late_submission_interval: 'hour' } } },
  turnIn: {
    by: 'student1',
    path: { course_id: 1, assignment_id: 1 },
    body: { submission: { submission_type: 'online_text_entry', body: '<p>My essay.</p>' } },
  },
  updateSubmission: {
    path: { course_id: 1, assignment_id: 1, user_id: 9 },
    body: { submission: { posted_grade: '16' }, comment: { text_comment: 'Well compared.' } },
  },
  beginSubmissionUpload: {
    by: 'student1',
    path: { course_id: 1, assignment_id: 1, user_id: 'self' },
    body: { name: 'essay.pdf', content_type: 'application/pdf' },
  },
  turnInInSection: {
    by: 'student1',
    path: { section_id: 1, assignment_id: 1 },
    body: { submission: { submission_type: 'online_text_entry', body: '<p>My essay.</p>' } },
  },
  updateSubmissionInSection: {
    path: { section_id: 1, assignment_id: 1, user_id: 9 },
    body: { submission: { posted_grade: '16' }, comment: { text_comment: 'Well compared.' } },
  },
  beginSubmissionUploadInSection: {
    by: 'student1',
    path: { section_id: 1, assignment_id: 1, user_id: 'self' },
    body: { name: 'essay.pdf', content_type: 'application/pdf' },
  },
  beginCommentUpload: {
    path: { course_id: 1, assignment_id: 1, user_id: 9 },
    body: { name: 'notes.txt', content_type: 'text/plain', size: 20 },
  },
  beginCommentUploadInSection: {
    path: { section_id: 1, assignment_id: 1, user_id: 9 },
    body: { name: 'notes.txt', content_type: 'text/plain', size: 20 },
  },
  createRubricAssessment: {
    path: { course_id: 1, rubric_association_id: 1 },
    body: { rubric_assessment: { user_id: 9, criterion_1: { points: 8, comments: 'Two facts are missing.' } } },
  },
  updateRubricAssessment: {
    path: { course_id: 1, rubric_association_id: 1, id: 1 },
    body: { rubric_assessment: { criterion_2: { points: 5 } } },
  },
  updateGrades: {
    path: { course_id: 1, assignment_id: 1 },
    body: { grade_data: { 9: { posted_grade: '16', text_comment: 'Well compared.' } } },
  },
  updateGradesOfAssignments: { path: { course_id: 1 }, body: { grade_data: { 1: { 9: { posted_grade: '16' } } } } },
  updateGradesInSection: {
    path: { section_id: 1, assignment_id: 1 },
    body: { grade_data: { 9: { posted_grade: '16', text_comment: 'Well compared.' } } },
  },
  updateGradesOfAssignmentsInSection: { path: { section_id: 1 }, body: { grade_data: { 1: { 9: { posted_grade: '16' } } } } },
};
