import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { removeOldPageViews } from './removal.ts';
import { pageViewOperations } from './routes.ts';

export const pageViews: Area = { name: 'page_views', operations: pageViewOperations, examples, jobs: [removeOldPageViews] };
