import type { TxCtx } from '../../access/context.ts';

/** The sections of a course, for courses; their area knows courses: it is a port. */
export interface CourseSections {
  /** The section that a new course has, under the course's name. */
  create(tx: TxCtx, course: { id: number; rootAccountId: number; name: string }): Promise<void>;
  /** They go with their course; their SIS ids are free for others. */
  removeAll(tx: TxCtx, courseId: number): Promise<void>;
}

declare module '../../access/context.ts' {
  interface Services {
    readonly courseSections: CourseSections;
  }
}
