import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createPageInCourse: {
    path: { course_id: 1 },
    body: { wiki_page: { title: 'Reading list', body: '<p>Chapter 4.</p>', published: true, editing_roles: 'teachers,students' } },
  },
  updatePageInCourse: { path: { course_id: 1, url_or_id: 'how-to-use-a-microscope' }, body: { wiki_page: { body: '<p>Start low.</p>' } } },
  updateFrontPageInCourse: { path: { course_id: 1 }, body: { wiki_page: { body: '<p>We meet in room 12.</p>' } } },
  previewHtmlInCourse: { path: { course_id: 1 }, body: { html: '<p onclick="go()">We meet in <b>room 12</b>.</p>' } },
  createPageInGroup: { by: 'student1', path: { group_id: 1 }, body: { wiki_page: { title: 'Minutes', body: '<p>All were there.</p>' } } },
  updatePageInGroup: {
    by: 'student1',
    path: { group_id: 1, url_or_id: 'plan' },
    body: { wiki_page: { body: '<p>Slides by Monday.</p>' } },
  },
  previewHtmlInGroup: { by: 'student1', path: { group_id: 1 }, body: { html: '<p>Slides by <i>Monday</i>.</p>' } },
  updateFrontPageInGroup: { by: 'student1', path: { group_id: 1 }, body: { wiki_page: { title: 'Our group' } } },
};
