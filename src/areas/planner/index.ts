import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { plannerOperations } from './routes.ts';

export const planner: Area = {
  name: 'planner',
  operations: plannerOperations,
  examples,
  constraints: {
    planner_notes_one_of_thing: () => invalidField('linked_object_id', 'taken', 'has a note of yours already'),
    planner_overrides_one_of_thing: () => invalidField('plannable_id', 'taken', 'has an override of yours already'),
  },
};
