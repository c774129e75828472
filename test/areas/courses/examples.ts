import { z } from 'zod';
import { type Examples, named, nothing, self, sending } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import { course, enroll, made, person } from '../../helpers/school.ts';

/** The code of the public courses of a world: all worlds have those of their root account in common. */
const openIn = (w: World): string => `OPEN-${w.course}-`;

export const examples: Examples = {
  requests: {
    listDashboardCards: (w) => ({ by: w.rich.client }),
    createCourse: sending(() => ({ course: named() })),
    showCourse: nothing,
    updateCourse: sending(() => ({ course: named() })),
    endCourse: async (w, server) => ({
      ids: { course_id: (await course(server, { account: w.account })).id },
      sent: { event: 'conclude' },
    }),
    showCourseRights: nothing,
    addFavoriteCourse: (w) => ({ by: w.rich.client }),
    removeFavoriteCourse: (w) => ({ by: w.rich.client }),
    removeAllFavoriteCourses: async (_w, server) => ({ by: (await person(server)).client }),
    showCourseNickname: (w) => ({ by: w.rich.client }),
    setCourseNickname: (w) => ({ by: w.rich.client, sent: { nickname: 'Mine' } }),
    removeCourseNickname: async (w) => {
      await w.rich.client.put(`/users/self/course_nicknames/${w.course}`, { nickname: 'Mine' }).expect(200);
      return { by: w.rich.client };
    },
    removeAllCourseNicknames: async (_w, server) => ({ by: (await person(server)).client }),
    showCourseSettings: nothing,
    updateCourseSettings: sending(() => ({ allow_student_discussion_topics: true })),
  },
  lists: [
    { operationId: 'listCourses', path: () => '/courses', by: self },
    {
      operationId: 'listCourses',
      path: () => '/courses',
      query: { include: ['sections', 'total_scores', 'needs_grading_count'] },
      by: self,
    },
    {
      operationId: 'listCourses',
      path: () => '/courses',
      query: {
        include: ['teachers', 'total_students', 'concluded', 'syllabus_body'],
        enrollment_type: 'student',
        enrollment_state: 'active',
        state: ['available'],
      },
      by: self,
    },
    {
      operationId: 'listCourses',
      path: () => '/courses',
      query: { include: ['favorites', 'permissions', 'course_progress'] },
      by: self,
    },
    { operationId: 'listPublicCourses', path: () => '/search/all_courses', query: (w) => ({ search: openIn(w) }), by: self },
    { operationId: 'listCourseAccounts', path: () => '/course_accounts', by: self },
    { operationId: 'listFavoriteCourses', path: () => '/users/self/favorites/courses', by: self },
    { operationId: 'listCourseNicknames', path: () => '/users/self/course_nicknames', by: self },
    {
      operationId: 'listUserCourses',
      path: (w) => `/users/${w.rich.id}/courses`,
      query: { include: ['sections', 'teachers', 'total_students'] },
    },
    { operationId: 'listAccountCourses', path: (w) => `/accounts/${w.account}/courses` },
    {
      operationId: 'listAccountCourses',
      path: (w) => `/accounts/${w.account}/courses`,
      query: { enrollment_term_id: 1, include: ['term', 'teachers', 'syllabus_body'] },
    },
  ],
  fill: async (w, server) => {
    const { id } = await course(server, { account: w.account });
    await server.admin.put(`/courses/${id}`, { course: { is_public: true, course_code: openIn(w), syllabus_body: 'Weeks' } }).expect(200);
    const below = await made(server.admin.post(`/accounts/${w.account}/sub_accounts`, { account: named() }), z.object({ id: z.int() }));
    await enroll(server, (await course(server, { account: below.id })).id, w.rich.id, 'DesignerEnrollment');
    await w.rich.client.put(`/users/self/course_nicknames/${id}`, { nickname: 'Mine' }).expect(200);
  },
};
