import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { bookmarkOperations } from './routes.ts';

export const bookmarks: Area = { name: 'bookmarks', operations: bookmarkOperations, examples };
