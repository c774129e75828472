import { z } from 'zod';
import { assignment, type Examples, inCourse, type Request } from '../../helpers/examples.ts';
import { posting } from '../../helpers/filled-world.ts';
import { made, unique } from '../../helpers/school.ts';

const RUBRIC = { criteria: [{ description: 'Clear', points: 5, ratings: [{ description: 'Very', points: 5 }] }] };

const newRubric: Request = async (w, server) => {
  const Made = z.object({ rubric: z.object({ id: z.int() }) });
  return { ids: { id: (await made(server.admin.post(inCourse('rubrics')(w), { rubric: RUBRIC }), Made)).rubric.id } };
};

export const examples: Examples = {
  requests: {
    createRubric: async (w, server) => {
      const { id } = await posting(server)(inCourse('assignments')(w), assignment());
      return { sent: { rubric: RUBRIC, rubric_association: { association_id: id, association_type: 'Assignment' } } };
    },
    showRubric: newRubric,
    updateRubric: async (w, server) => ({ ...(await newRubric(w, server)), sent: { rubric: { title: unique('Rubric') } } }),
    deleteRubric: newRubric,
  },
  lists: [{ operationId: 'listRubrics', path: (w) => `/courses/${w.course}/rubrics` }],
};
