/** The code of an error of Node's or of the operating system's, such as `ENOENT`; undefined where it has none. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
