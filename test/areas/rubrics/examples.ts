import { z } from 'zod';
import { assignment, type Examples, inCourse, type Request } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { made, unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const RUBRIC = { criteria: [{ description: 'Clear', points: 5, ratings: [{ description: 'Very', points: 5 }] }] };

const newRubric: Request = async (w, server) => {
  const Made = z.object({ rubric: z.object({ id: z.int() }) });
  return { ids: { id: (await made(server.admin.post(inCourse('rubrics')(w), { rubric: RUBRIC }), Made)).rubric.id } };
};

/** A rubric that is attached to an assignment. */
export const attached = async (w: World, server: TestServer) => {
  const { id: assignmentId } = await posting(server)(inCourse('assignments')(w), assignment());
  const Made = z.object({ rubric: z.object({ id: z.int() }), rubric_association: z.object({ id: z.int() }) });
  const { rubric, rubric_association: association } = await made(
    server.admin.post(inCourse('rubrics')(w), { rubric: RUBRIC, rubric_association: { association_id: assignmentId } }),
    Made,
  );
  return { assignmentId, rubricId: rubric.id, associationId: association.id };
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
    showAccountRubric: async (w, server) => ({ ids: { id: (await attached(w, server)).rubricId } }),
    createRubricAssociation: async (w, server) => {
      const { rubricId } = await attached(w, server);
      const { id } = await posting(server)(inCourse('assignments')(w), assignment());
      return { sent: { rubric_association: { rubric_id: rubricId, association_id: id } } };
    },
    updateRubricAssociation: async (w, server) => ({
      ids: { id: (await attached(w, server)).associationId },
      sent: { rubric_association: { use_for_grading: true } },
    }),
    deleteRubricAssociation: async (w, server) => ({ ids: { id: (await attached(w, server)).associationId } }),
  },
  lists: [
    { operationId: 'listRubrics', path: (w) => `/courses/${w.course}/rubrics` },
    { operationId: 'listAccountRubrics', path: (w) => `/accounts/${w.account}/rubrics` },
  ],
};
