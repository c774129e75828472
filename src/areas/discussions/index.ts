import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { discussionJobs } from './jobs.ts';
import { discussionOperations } from './routes.ts';
import { podcastRoute } from './topics/topics.ts';

export const discussions: Area = {
  name: 'discussions',
  operations: discussionOperations,
  examples,
  openRoutes: [podcastRoute],
  jobs: discussionJobs,
};
