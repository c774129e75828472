import type { Kind } from '../plan.ts';
import { DISCUSSING } from './discussing.ts';
import type { Way } from './doing.ts';
import { ENROLLING } from './enrolling.ts';
import { SEEING } from './seeing.ts';
import { TEACHING } from './teaching.ts';
import { WORKING } from './working.ts';
import { WRITING } from './writing.ts';

/** How each thing is done over HTTP. */
export const WAYS: Readonly<Record<Kind, Way>> = { ...SEEING, ...DISCUSSING, ...WRITING, ...WORKING, ...TEACHING, ...ENROLLING };
