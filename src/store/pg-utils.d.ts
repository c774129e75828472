/** The driver's own way to write values, by a path that it exports; its type declarations leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
