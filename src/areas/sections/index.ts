import { endBeforeStart } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { sectionOperations } from './routes.ts';

export const sections: Area = {
  name: 'sections',
  operations: sectionOperations,
  examples,
  constraints: {
    course_sections_sis_section_id: () => invalidField('sis_section_id', 'taken', 'is the SIS id of another section'),
    course_sections_dates_in_order: endBeforeStart,
  },
};
