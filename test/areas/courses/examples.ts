import { type Examples, named, nothing, self, sending } from '../../helpers/examples.ts';
import { course, person } from '../../helpers/school.ts';

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
        include: ['teachers', 'total_students', 'concluded'],
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
    { operationId: 'listFavoriteCourses', path: () => '/users/self/favorites/courses', by: self },
    {
      operationId: 'listUserCourses',
      path: (w) => `/users/${w.rich.id}/courses`,
      query: { include: ['sections', 'teachers', 'total_students'] },
    },
    { operationId: 'listAccountCourses', path: (w) => `/accounts/${w.account}/courses` },
  ],
};
