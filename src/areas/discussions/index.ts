import type { Area } from '../area.ts';
import { discussionJobs } from './jobs.ts';
import { podcastRoute } from './podcasts.ts';
import { discussionOperations } from './routes.ts';

export const discussions: Area = {
  name: 'discussions',
  operations: discussionOperations,
  openRoutes: [podcastRoute],
  jobs: discussionJobs,
};
