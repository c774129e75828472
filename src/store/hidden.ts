/**
 * A parameter, as an expression that tells PostgreSQL nothing of its value. Of an array it would count the members, of a person look
 * up how much is theirs, and plan anew for each that is few: with a large statement that takes several times as long as running it.
 */
export const hidden = (parameter: string, type: string): string => `(select ${parameter}::${type})`;

/** What the members of an array are compared with, in the same way. */
export const anyHidden = (parameter: string): string => `any(${hidden(parameter, 'int[]')}::int[])`;
