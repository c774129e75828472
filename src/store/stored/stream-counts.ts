import type { StreamType } from '../generated/enums.ts';
import type { CATEGORIES } from './activity.ts';

/** How many items of one type, category and context. */
export interface Count {
  type: StreamType;
  category: (typeof CATEGORIES)[number] | null;
  courseId: number | null;
  groupId: number | null;
  count: number;
  unread: number;
}

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type StreamCountsCounts = Count[];
  }
}
