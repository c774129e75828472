import { type Examples, named, nothing, self, sending } from '../../helpers/examples.ts';
import { course } from '../../helpers/school.ts';

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
      operationId: 'listUserCourses',
      path: (w) => `/users/${w.rich.id}/courses`,
      query: { include: ['sections', 'teachers', 'total_students'] },
    },
    { operationId: 'listAccountCourses', path: (w) => `/accounts/${w.account}/courses` },
  ],
};
