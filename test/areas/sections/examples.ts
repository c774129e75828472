import { type Examples, fresh, inCourse, newSection, nothing, sending } from '../../helpers/examples.ts';
import { posting } from '../../helpers/filled-world.ts';
import { course } from '../../helpers/school.ts';

export const examples: Examples = {
  requests: {
    createSection: sending(newSection),
    showCourseSection: (w) => ({ ids: { id: w.section } }),
    showSection: nothing,
    updateSection: sending(newSection),
    deleteSection: fresh('section_id', inCourse('sections'), newSection),
    crossListSection: async (w, server) => {
      const { id } = await posting(server)(inCourse('sections')(w), newSection());
      return { ids: { section_id: id, new_course_id: (await course(server, { account: w.account })).id } };
    },
    deCrossListSection: async (w, server) => {
      const { id } = await posting(server)(inCourse('sections')(w), newSection());
      const there = await course(server, { account: w.account });
      await server.admin.post(`/sections/${id}/crosslist/${there.id}`).expect(200);
      return { ids: { section_id: id } };
    },
  },
  lists: [
    { operationId: 'listSections', path: (w) => `/courses/${w.course}/sections` },
    { operationId: 'listSections', path: (w) => `/courses/${w.course}/sections`, query: { include: ['students', 'avatar_url'] } },
  ],
};
