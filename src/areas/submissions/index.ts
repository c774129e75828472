import type { Area } from '../area.ts';
import type { LinkedContents } from '../assignments/linked-content.ts';
import { submissionOperations } from './routes.ts';

/** Submissions, with what is one thing with the assignments that they are shown with. */
export const submissions = (linkedContents: LinkedContents): Area => ({
  name: 'submissions',
  operations: submissionOperations(linkedContents),
});
