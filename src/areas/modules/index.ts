import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { moduleItemOperations } from './item-routes.ts';
import { moduleOperations } from './routes.ts';

export const modules: Area = { name: 'modules', operations: [...moduleOperations, ...moduleItemOperations], examples };
