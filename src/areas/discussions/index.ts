import type { Area } from '../area.ts';
import { discussionJobs } from './jobs.ts';
import { discussionOperations } from './routes.ts';
import { podcastRoute } from './topics/topics.ts';

export const discussions: Area = {
  name: 'discussions',
  operations: discussionOperations,
  openRoutes: [podcastRoute],
  jobs: discussionJobs,
};
