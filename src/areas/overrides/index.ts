import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { overrideOperations } from './routes.ts';

export const overrides: Area = {
  name: 'overrides',
  operations: overrideOperations,
  examples,
  constraints: {
    assignment_overrides_one_of_section: () => invalidField('set_id', 'taken', 'taken'),
    assignment_overrides_one_of_group: () => invalidField('set_id', 'taken', 'taken'),
    assignment_override_students_pkey: () => invalidField('assignment_override_students', 'taken', 'taken'),
  },
};
