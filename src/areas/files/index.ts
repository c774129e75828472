import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { fileOpenRoutes } from './open-routes.ts';
import { purgeFiles, removeAbandonedUploads } from './purging.ts';
import { fileOperations, ownedFileOperations } from './routes.ts';

export const files: Area = {
  name: 'files',
  operations: [...ownedFileOperations, ...fileOperations],
  openRoutes: fileOpenRoutes,
  examples,
  jobs: [purgeFiles, removeAbandonedUploads],
  constraints: {
    attachments_name: () => invalidField('name', 'taken', 'is the name of another file in that folder'),
    folders_name: () => invalidField('name', 'taken', 'is the name of another folder there'),
  },
};
