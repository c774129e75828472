/** The driver's own way to write values; its type declarations leave this file out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
