/** A level of an outcome's criterion. */
export interface OutcomeRating {
  description: string;
  points: number;
}

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type OutcomesRatings = OutcomeRating[];
  }
}
