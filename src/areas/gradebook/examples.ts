import type { Examples } from '../../http/openapi/examples.ts';

const csv = 'Student,ID,Essay (2)\nAda,4,';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  previewGradebookImport: { path: { course_id: 1 }, body: { csv } },
  createCustomGradebookColumn: { path: { course_id: 1 }, body: { column: { title: 'Notes', teacher_notes: true } } },
  updateCustomGradebookColumn: { path: { course_id: 1, id: 1 }, body: { column: { hidden: false } } },
  reorderCustomGradebookColumns: { path: { course_id: 1 }, body: { order: [1] } },
  updateCustomGradebookColumnDatum: { path: { course_id: 1, id: 1, user_id: 4 }, body: { column_data: { content: 'Sits in front' } } },
  updateCustomGradebookColumnData: {
    path: { course_id: 1 },
    body: { column_data: [{ column_id: 1, user_id: 4, content: 'Sits in front' }] },
  },
  importGradebook: { path: { course_id: 1 }, body: { csv, ignore_unknown: true } },
};
