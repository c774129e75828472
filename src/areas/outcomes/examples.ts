import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createOutcomeGroupOfSite: { by: 'admin', path: { id: 1 }, body: { title: 'Writing' } },
  updateOutcomeGroupOfSite: { by: 'admin', path: { id: 2 }, body: { description: 'What counts in every course.' } },
  importOutcomeGroupOfSite: { by: 'admin', path: { id: 1 }, body: { source_outcome_group_id: 2 } },
  createOutcomeLinkOfSite: {
    by: 'admin',
    path: { id: 1 },
    body: {
      title: 'Argues from evidence',
      mastery_points: 3,
      ratings: [
        { description: 'Always', points: 5 },
        { description: 'Often', points: 3 },
      ],
    },
  },
  createOutcomeGroupOfAccount: { by: 'admin', path: { account_id: 1, id: 3 }, body: { title: 'Writing' } },
  updateOutcomeGroupOfAccount: { by: 'admin', path: { account_id: 1, id: 4 }, body: { description: 'What counts in every course.' } },
  importOutcomeGroupOfAccount: { by: 'admin', path: { account_id: 1, id: 3 }, body: { source_outcome_group_id: 2 } },
  createOutcomeLinkOfAccount: {
    by: 'admin',
    path: { account_id: 1, id: 3 },
    body: {
      title: 'Argues from evidence',
      mastery_points: 3,
      ratings: [
        { description: 'Always', points: 5 },
        { description: 'Often', points: 3 },
      ],
    },
  },
  createOutcomeGroupOfCourse: { path: { course_id: 1, id: 5 }, body: { title: 'Writing' } },
  updateOutcomeGroupOfCourse: { path: { course_id: 1, id: 6 }, body: { description: 'What counts in every course.' } },
  importOutcomeGroupOfCourse: { path: { course_id: 1, id: 5 }, body: { source_outcome_group_id: 2 } },
  createOutcomeLinkOfCourse: {
    path: { course_id: 1, id: 5 },
    body: {
      title: 'Argues from evidence',
      mastery_points: 3,
      ratings: [
        { description: 'Always', points: 5 },
        { description: 'Often', points: 3 },
      ],
    },
  },
  updateOutcome: { path: { outcome_id: 2 }, body: { title: 'Uses a microscope safely' } },
};
