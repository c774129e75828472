import type { Ctx } from '../../access/context.ts';

/** The caller's own totals as a student, in percent, with letters where the course has a standard (courses#7). */
export interface OwnTotals {
  computed_current_score: number | null;
  computed_final_score: number | null;
  computed_current_grade: string | null;
  computed_final_grade: string | null;
}

/** What `include[]` adds to courses that areas above them know, by the course's id; one statement however many (courses#7). */
export interface CourseGrades {
  totals(ctx: Ctx, courseIds: readonly number[]): Promise<ReadonlyMap<number, OwnTotals>>;
  /** Of those that the caller grades. */
  needsGrading(ctx: Ctx, courseIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

declare module '../../access/context.ts' {
  interface Services {
    readonly courseGrades: CourseGrades;
  }
}
