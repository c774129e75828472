import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createQuiz: { path: { course_id: 1 }, body: { quiz: { title: 'Genes', quiz_type: 'practice_quiz', time_limit: 15 } } },
  updateQuiz: { path: { course_id: 1, id: 1 }, body: { quiz: { allowed_attempts: 3 } } },
  createQuizQuestion: {
    path: { course_id: 1, quiz_id: 1 },
    body: {
      question: {
        question_name: 'Plants',
        question_text: 'Which of these has a cell wall?',
        question_type: 'multiple_choice_question',
        points_possible: 1,
        answers: [
          { answer_text: 'An onion', answer_weight: 100 },
          { answer_text: 'A mouse', answer_weight: 0 },
        ],
      },
    },
  },
  updateQuizQuestion: { path: { course_id: 1, quiz_id: 1, id: 2 }, body: { question: { points_possible: 2 } } },
  createQuizReport: { path: { course_id: 1, quiz_id: 1 }, body: { quiz_report: { report_type: 'student_analysis' } } },
  createQuizGroup: {
    path: { course_id: 1, quiz_id: 1 },
    body: { quiz_groups: [{ name: 'Plants and animals', pick_count: 1, question_points: 2 }] },
  },
  updateQuizGroup: { path: { course_id: 1, quiz_id: 1, id: 1 }, body: { quiz_groups: [{ question_points: 3 }] } },
  reorderQuizGroup: { path: { course_id: 1, quiz_id: 1, id: 1 }, body: { order: [{ type: 'question', id: 2 }] } },
  reorderQuiz: {
    path: { course_id: 1, id: 1 },
    body: {
      order: [
        { type: 'group', id: 1 },
        { type: 'question', id: 3 },
      ],
    },
  },
  beginQuizSubmission: { by: 'student4', path: { course_id: 1, quiz_id: 1 }, body: {} },
  extendQuiz: {
    path: { course_id: 1, quiz_id: 1 },
    body: { quiz_extensions: [{ user_id: 5, extra_attempts: 1, extra_time: 10 }] },
  },
  extendQuizzesOfCourse: { path: { course_id: 1 }, body: { quiz_extensions: [{ user_id: 5, extra_time: 15 }] } },
  keepQuizSubmissionEvents: {
    by: 'student4',
    path: { course_id: 1, quiz_id: 1, id: 4 },
    body: {
      quiz_submission_events: [
        { client_timestamp: '2040-05-01T12:00:00.250Z', event_type: 'question_viewed', event_data: [1] },
        { client_timestamp: '2040-05-01T12:00:04.750Z', event_type: 'page_blurred' },
      ],
    },
  },
  answerQuizQuestions: {
    by: 'student4',
    path: { quiz_submission_id: 4 },
    body: { attempt: 1, validation_token: 'TOKEN', quiz_questions: [{ id: 3, answer: 'They are small.' }] },
  },
  flagQuizQuestion: { by: 'student4', path: { quiz_submission_id: 4, id: 3 }, body: { attempt: 1, validation_token: 'TOKEN' } },
  unflagQuizQuestion: { by: 'student4', path: { quiz_submission_id: 4, id: 3 }, body: { attempt: 1, validation_token: 'TOKEN' } },
  completeQuizSubmission: { by: 'student4', path: { course_id: 1, quiz_id: 1, id: 4 }, body: { attempt: 1, validation_token: 'TOKEN' } },
  scoreQuizSubmission: {
    path: { course_id: 1, quiz_id: 1, id: 1 },
    body: { quiz_submissions: [{ attempt: 1, questions: { '3': { score: 2.5, comment: 'Nearly.' } } }] },
  },
};
