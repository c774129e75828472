import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createCourseGradingStandard: {
    path: { course_id: 1 },
    body: {
      title: 'Three steps',
      grading_scheme_entry: [
        { name: 'Good', value: 75 },
        { name: 'Fair', value: 50 },
        { name: 'Poor', value: 0 },
      ],
    },
  },
  createAccountGradingStandard: {
    by: 'admin',
    path: { account_id: 1 },
    body: {
      title: 'Of the school',
      grading_scheme_entry: [
        { name: 'Pass', value: 60 },
        { name: 'Fail', value: 0 },
      ],
    },
  },
};
