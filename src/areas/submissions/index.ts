import type { Area } from '../area.ts';
import type { Partners } from '../assignments/partners.ts';
import { submissionOperations } from './routes.ts';

/** Submissions, with what is one thing with the assignments that they are shown with. */
export const submissions = (partners: Partners): Area => ({ name: 'submissions', operations: submissionOperations(partners) });
