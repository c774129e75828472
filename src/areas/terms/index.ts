import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { termOperations } from './routes.ts';

export const terms: Area = {
  name: 'terms',
  operations: termOperations,
  examples,
  constraints: {
    enrollment_terms_sis_term_id: () => invalidField('sis_term_id', 'taken', 'is the SIS id of another term'),
  },
};
