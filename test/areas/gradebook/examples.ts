import { z } from 'zod';
import { type Examples, nothing, student } from '../../helpers/examples.ts';
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

const columnsOf = (w: World) => `/courses/${w.course}/custom_gradebook_columns`;
const newColumn = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(columnsOf(w), { column: { title: unique('Notes') } })).id;

/** The column of the world's lists, by its course. */
const noted = new Map<number, number>();

export const examples: Examples = {
  requests: {
    createCustomGradebookColumn: () => ({ sent: { column: { title: unique('Notes') } } }),
    updateCustomGradebookColumn: async (w, server) => ({ ids: { id: await newColumn(w, server) }, sent: { column: { hidden: true } } }),
    deleteCustomGradebookColumn: async (w, server) => ({ ids: { id: await newColumn(w, server) } }),
    reorderCustomGradebookColumns: async (w, server) => ({ sent: { order: [await newColumn(w, server)] } }),
    updateCustomGradebookColumnDatum: async (w, server) => ({
      ids: { id: await newColumn(w, server), user_id: w.author.id },
      sent: { column_data: { content: 'x' } },
    }),
    updateCustomGradebookColumnData: async (w, server) => ({
      sent: { column_data: [{ column_id: await newColumn(w, server), user_id: w.author.id, content: 'x' }] },
    }),
    exportGradebook: nothing,
    previewGradebookImport: graded,
    importGradebook: graded,
  },
  lists: [
    { operationId: 'listCustomGradebookColumns', path: columnsOf },
    { operationId: 'listCustomGradebookColumnData', path: (w) => `${columnsOf(w)}/${noted.get(w.course)}/data` },
  ],
  fill: async (w, server) => {
    const column = await newColumn(w, server);
    const first = noted.get(w.course) ?? column;
    noted.set(w.course, first);
    const { one } = await student(w, server);
    await server.admin.put(`${columnsOf(w)}/${first}/data/${one.id}`, { column_data: { content: 'x' } }).expect(200);
  },
};
