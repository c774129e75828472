import type { Examples } from '../../http/openapi/examples.ts';

const csv = 'Student,ID,Essay (2)\nAda,4,';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  previewGradebookImport: { path: { course_id: 1 }, body: { csv } },
  importGradebook: { path: { course_id: 1 }, body: { csv, ignore_unknown: true } },
};
