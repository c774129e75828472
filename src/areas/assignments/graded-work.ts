import type { TxCtx } from '../../access/context.ts';
import type { TxDb } from '../../store/database.ts';

/** The submissions of an assignment that changes; their area knows assignments: it is a port. */
export interface GradedWork {
  /** Shows the comments that graders wrote while the assignment was muted; which they are, by id. */
  revealComments(tx: TxCtx, assignmentId: number): Promise<number[]>;
  /** The students whose work is graded, by id. */
  gradedStudents(tx: TxCtx, assignmentId: number): Promise<number[]>;
  /**
   * Writes the grade of every score anew, as `gradesOf` has it, which is asked where there are scores at all; null: as it was.
   * Whoever calls this holds the assignment.
   */
  deriveGrades(db: TxDb, assignmentId: number, now: Date, gradesOf: () => Promise<(score: number) => string | null>): Promise<void>;
}

declare module '../../access/context.ts' {
  interface Services {
    readonly gradedWork: GradedWork;
  }
}
