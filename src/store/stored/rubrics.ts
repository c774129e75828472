export interface Rating {
  id: string;
  description: string;
  points: number;
}

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type RubricCriteriaRatings = Rating[];
  }
}
