import { type Examples, self } from '../../helpers/examples.ts';

export const examples: Examples = {
  requests: {
    summarizeOwnActivity: (w) => ({ by: w.rich.client }),
    summarizeCourseActivity: (w) => ({ by: w.rich.client }),
    summarizeGroupActivity: (w) => ({ by: w.rich.client }),
  },
  lists: [
    { operationId: 'listOwnActivity', path: () => '/users/self/activity_stream', by: self },
    { operationId: 'listOwnActivity', path: () => '/users/self/activity_stream', by: (w) => w.author.client },
    { operationId: 'listActivity', path: () => '/users/activity_stream', by: self },
    { operationId: 'listCourseActivity', path: (w) => `/courses/${w.course}/activity_stream`, by: self },
    { operationId: 'listGroupActivity', path: (w) => `/groups/${w.group}/activity_stream`, by: self },
  ],
};
