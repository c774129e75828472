import type { Examples } from '../../http/openapi/examples.ts';

const grading_periods = [{ title: 'Autumn', start_date: '2040-09-01T00:00:00Z', end_date: '2040-12-20T00:00:00Z' }];

/** Requests that the demo school accepts. */
export const examples: Examples = {
  updateCourseGradingPeriods: { by: 'admin', path: { course_id: 1 }, body: { grading_periods } },
  updateGradingPeriod: { by: 'admin', path: { course_id: 1, id: 1 }, body: { grading_periods: [{ title: 'Winter' }] } },
  createGradingPeriodSet: { by: 'admin', path: { account_id: 1 }, body: { grading_period_set: { title: 'This year' } } },
  updateGradingPeriodSet: { by: 'admin', path: { account_id: 1, id: 1 }, body: { grading_period_set: { weighted: true } } },
  updateGradingPeriodsOfSet: { by: 'admin', path: { set_id: 1 }, body: { grading_periods } },
};
