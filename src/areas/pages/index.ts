import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { pageJobs } from './jobs.ts';
import { pageOperations } from './routes.ts';

const urlIsTaken = () => invalidField('title', 'taken', 'makes an address that another page has got meanwhile');
const frontIsTaken = () => invalidField('front_page', 'taken', 'has become another page meanwhile');

export const pages: Area = {
  name: 'pages',
  operations: pageOperations,
  examples,
  jobs: pageJobs,
  constraints: {
    wiki_pages_one_of_course_url: urlIsTaken,
    wiki_pages_one_of_group_url: urlIsTaken,
    wiki_pages_one_front_of_course: frontIsTaken,
    wiki_pages_one_front_of_group: frontIsTaken,
  },
};
