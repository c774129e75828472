import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createModule: { path: { course_id: 1 }, body: { module: { name: 'Week 4', unlock_at: '2040-05-01T08:00:00Z' } } },
  updateModule: { path: { course_id: 1, id: 1 }, body: { module: { name: 'Week 1: cells', published: true } } },
  createModuleItem: {
    path: { course_id: 1, module_id: 1 },
    body: { module_item: { type: 'SubHeader', title: 'Before the test', position: 3 } },
  },
  updateModuleItem: { path: { course_id: 1, module_id: 1, id: 1 }, body: { module_item: { indent: 1 } } },
};
