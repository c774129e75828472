import { z } from 'zod';
import { type Examples, nothing } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { made, unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

/** A table that gives every student of the course a grade. */
async function graded(w: World, server: TestServer) {
  const task = { name: unique('Task'), submission_types: ['none'], points_possible: 10, published: true };
  const { id } = await posting(server)(`/courses/${w.course}/assignments`, { assignment: task });
  const users = await made(
    server.admin.get(`/courses/${w.course}/users`, { enrollment_type: 'student', per_page: 100 }),
    z.array(z.object({ id: z.int() })),
  );
  return { sent: { csv: `ID,Task (${id})\n${users.map((user) => `${user.id},5`).join('\n')}` } };
}

export const examples: Examples = {
  requests: {
    exportGradebook: nothing,
    previewGradebookImport: graded,
    importGradebook: graded,
  },
};
