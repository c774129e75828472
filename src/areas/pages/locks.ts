import type { Page } from './schemas.ts';

export type PageLock = Pick<Page, 'locked_for_user' | 'lock_info' | 'lock_explanation'>;

/**
 * Whether a page is closed to the caller, and by what. Nothing closes one yet: whatever comes to do so is said here, of a page's row,
 * and the body of a page that is closed is left out of every answer (pages#7).
 */
export const lockOf = (_page: { id: number }): PageLock => ({ locked_for_user: false });
