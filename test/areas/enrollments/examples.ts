import { type Examples, nothing, type Request, somebody, student } from '../../helpers/examples.ts';

const enrolling: Request = async (w, server) => {
  const { id } = await somebody(w, server);
  return { sent: { enrollment: { user_id: id, type: 'StudentEnrollment', enrollment_state: 'active' } } };
};

const answering: Request = async (w, server) => {
  const { one, enrollment } = await student(w, server, { enrollment_state: 'invited' });
  return { by: one.client, ids: { id: enrollment } };
};

export const examples: Examples = {
  requests: {
    showCourseUser: nothing,
    showAccountEnrollment: async (w, server) => ({ ids: { id: (await student(w, server)).enrollment } }),
    createCourseEnrollment: enrolling,
    createSectionEnrollment: enrolling,
    endEnrollment: async (w, server) => ({ ids: { id: (await student(w, server)).enrollment } }),
    reactivateEnrollment: async (w, server) => {
      const { enrollment } = await student(w, server);
      await server.admin.delete(`/courses/${w.course}/enrollments/${enrollment}`, { task: 'inactivate' }).expect(200);
      return { ids: { id: enrollment } };
    },
    acceptEnrollment: answering,
    rejectEnrollment: answering,
  },
  lists: [
    { operationId: 'listCourseUsers', path: (w) => `/courses/${w.course}/users` },
    {
      operationId: 'listCourseUsers',
      path: (w) => `/courses/${w.course}/users`,
      query: { include: ['enrollments', 'email', 'avatar_url'] },
    },
    {
      operationId: 'searchCourseUsers',
      path: (w) => `/courses/${w.course}/search_users`,
      query: { search_term: 'person', include: ['enrollments'] },
    },
    { operationId: 'listRecentStudents', path: (w) => `/courses/${w.course}/recent_students` },
    { operationId: 'listCourseEnrollments', path: (w) => `/courses/${w.course}/enrollments` },
    {
      operationId: 'listCourseEnrollments',
      path: (w) => `/courses/${w.course}/enrollments`,
      query: { include: ['avatar_url', 'observed_users', 'group_ids'] },
    },
    { operationId: 'listSectionEnrollments', path: (w) => `/sections/${w.section}/enrollments` },
    { operationId: 'listUserEnrollments', path: (w) => `/users/${w.rich.id}/enrollments` },
  ],
};
