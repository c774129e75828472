import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { updateColumnData } from './custom-data.ts';
import { customColumnOperations } from './custom-routes.ts';
import { examples } from './examples.ts';
import { gradebookOperations } from './routes.ts';

export const gradebook: Area = {
  name: 'gradebook',
  operations: [...gradebookOperations, ...customColumnOperations],
  examples,
  jobs: [updateColumnData],
  constraints: {
    custom_gradebook_columns_teacher_notes: () => invalidField('teacher_notes', 'taken', 'is true of another column of the course already'),
  },
};
