import { type Examples, inCourse, named, newSection, student } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import type { Fields } from '../../helpers/form.ts';
import type { TestServer } from '../../helpers/server.ts';

const DATES = { due_at: '2040-05-01T12:00:00Z' };

const overrides = (w: World) => `/courses/${w.course}/assignments/${w.assignment}/overrides`;

const ofStudent = async (w: World, server: TestServer) => ({
  student_ids: [(await student(w, server)).one.id],
  title: 'Other dates',
  ...DATES,
});
const forStudent = async (w: World, server: TestServer): Promise<Fields> => ({ assignment_override: await ofStudent(w, server) });

const newOverride = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(overrides(w), await forStudent(w, server))).id;

export const examples: Examples = {
  requests: {
    showOverride: async (w, server) => ({ ids: { id: await newOverride(w, server) } }),
    showGroupOverride: async (w, server) => {
      const { id: group } = await posting(server)(`/group_categories/${w.set}/groups`, named());
      await posting(server)(overrides(w), { assignment_override: { group_id: group, ...DATES } });
      return { ids: { group_id: group } };
    },
    showSectionOverride: async (w, server) => {
      const { id: section } = await posting(server)(inCourse('sections')(w), newSection());
      await posting(server)(overrides(w), { assignment_override: { course_section_id: section, ...DATES } });
      return { ids: { section_id: section } };
    },
    createOverride: async (w, server) => ({ sent: await forStudent(w, server) }),
    showOverrides: async (w, server) => ({
      sent: { assignment_overrides: [{ assignment_id: w.assignment, id: await newOverride(w, server) }] },
    }),
    createOverrides: async (w, server) => ({
      sent: { assignment_overrides: [{ ...(await ofStudent(w, server)), assignment_id: w.assignment }] },
    }),
    updateOverrides: async (w, server) => ({
      sent: { assignment_overrides: [{ ...DATES, assignment_id: w.assignment, id: await newOverride(w, server) }] },
    }),
    updateOverride: async (w, server) => ({ ids: { id: await newOverride(w, server) }, sent: { assignment_override: DATES } }),
    deleteOverride: async (w, server) => ({ ids: { id: await newOverride(w, server) } }),
  },
  lists: [{ operationId: 'listOverrides', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/overrides` }],
};
