/** The largest number that an integer column holds, and so the largest id. */
export const LARGEST_INT = 2 ** 31 - 1;
