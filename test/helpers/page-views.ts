import type { PageView } from '../../src/areas/page-views/recorder.ts';

/** A page view of a user, as a request to their own account leaves it. */
export const pageView = (userId: number, id: string, more: Partial<PageView> = {}): PageView => ({
  userId,
  id,
  url: 'http://lectern.test/api/v1/users/self',
  httpMethod: 'GET',
  controller: 'users',
  action: 'showUser',
  contextType: 'User',
  contextId: userId,
  realUserId: null,
  accountId: 1,
  userAgent: 'tests',
  participated: false,
  renderTime: 0.012,
  remoteIp: '127.0.0.1',
  ...more,
});
