/** Events that last this long are found by when they end; shorter ones by when they begin, at most that long ago. */
export const LONG = `interval '24 hours'`;
