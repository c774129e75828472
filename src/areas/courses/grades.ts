import type { Ctx } from '../../access/context.ts';

/** Of the grading period of the course that has begun and not ended; null where there is none (grading-periods#14). */
export interface OwnPeriodTotals {
  has_grading_periods: boolean;
  multiple_grading_periods_enabled: boolean;
  totals_for_all_grading_periods_option: boolean;
  current_grading_period_id: number | null;
  current_grading_period_title: string | null;
  current_period_computed_current_score: number | null;
  current_period_computed_final_score: number | null;
  current_period_computed_current_grade: string | null;
  current_period_computed_final_grade: string | null;
}

/** The caller's own totals as a student, in percent, with letters where the course has a standard (courses#7). */
export interface OwnTotals extends Partial<OwnPeriodTotals> {
  computed_current_score: number | null;
  computed_final_score: number | null;
  computed_current_grade: string | null;
  computed_final_grade: string | null;
}

/** Whether the totals of the current grading period are wanted, too. */
export interface TotalsWanted {
  currentPeriod: boolean;
}

/** What `include[]` adds to courses that areas above them know, by the course's id; one statement however many (courses#7). */
export interface CourseGrades {
  totals(ctx: Ctx, courseIds: readonly number[], wanted: TotalsWanted): Promise<ReadonlyMap<number, OwnTotals>>;
  /** How many submissions wait for the caller, by the ids of those courses in which the caller grades. */
  needsGrading(ctx: Ctx, courseIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

declare module '../../access/context.ts' {
  interface Services {
    readonly courseGrades: CourseGrades;
  }
}
