/** A letter, and the part of the points from which on it is given: 0.94 for `A`. */
export interface Letter {
  name: string;
  value: number;
}

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type GradingStandardsScheme = Letter[];
  }
}
