import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  beginUserUpload: { by: 'student1', path: { user_id: 'self' }, body: { name: 'notes.txt', size: 12, content_type: 'text/plain' } },
  createUserFolder: { by: 'student1', path: { user_id: 'self' }, body: { name: 'Drafts' } },
  beginCourseUpload: {
    path: { course_id: 1 },
    body: { name: 'reading.pdf', content_type: 'application/pdf', parent_folder_path: 'Handouts' },
  },
  createCourseFolder: { path: { course_id: 1 }, body: { name: 'Slides', hidden: true } },
  beginGroupUpload: { by: 'student1', path: { group_id: 1 }, body: { name: 'plan.txt' } },
  createGroupFolder: { by: 'student1', path: { group_id: 1 }, body: { name: 'Poster' } },
  updateFile: { path: { file_id: 6 }, body: { name: 'safety-rules.txt' } },
  updateFolder: { path: { folder_id: 18 }, body: { locked: false } },
  createFolderInFolder: { path: { folder_id: 18 }, body: { name: 'Week 2' } },
  copyFile: { path: { folder_id: 17 }, body: { source_file_id: 6, on_duplicate: 'rename' } },
  copyFolder: { path: { folder_id: 17 }, body: { source_folder_id: 18 } },
  beginFolderUpload: { path: { folder_id: 18 }, body: { name: 'week-2.txt' } },
};
