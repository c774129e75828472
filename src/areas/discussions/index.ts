import type { Area } from '../area.ts';
import { discussionJobs } from './jobs.ts';
import { discussionOperations } from './routes.ts';

export const discussions: Area = {
  name: 'discussions',
  operations: discussionOperations,
  jobs: discussionJobs,
};
