import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createRubric: {
    path: { course_id: 1 },
    body: {
      rubric: {
        title: 'Posters',
        criteria: [
          {
            description: 'Facts',
            points: 5,
            ratings: [
              { description: 'Right', points: 5 },
              { description: 'Wrong', points: 0 },
            ],
          },
        ],
      },
      rubric_association: { association_id: 3, association_type: 'Assignment' },
    },
  },
  createRubricAssociation: {
    path: { course_id: 1 },
    body: { rubric_association: { rubric_id: 1, association_id: 2, association_type: 'Assignment', use_for_grading: true } },
  },
  updateRubricAssociation: { path: { course_id: 1, id: 1 }, body: { rubric_association: { use_for_grading: true } } },
  updateRubric: { path: { course_id: 1, id: 1 }, body: { rubric: { title: 'Long essays' } } },
};
