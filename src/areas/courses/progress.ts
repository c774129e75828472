import type { Ctx } from '../../access/context.ts';
import type { CourseProgress } from './schemas.ts';

/** How far somebody is in courses with requirements, by the course's id; of others nothing (courses#31). */
export type ProgressInCourses = (ctx: Ctx, courseIds: readonly number[], studentId: number) => Promise<ReadonlyMap<number, CourseProgress>>;

declare module '../../access/context.ts' {
  interface Services {
    readonly progressInCourses: ProgressInCourses;
  }
}
