import { Prisma } from '../generated/client.ts';
import type { Parameter } from './types.ts';

/**
 * A part of a statement, with the parameters in it: parts nest in each other. Made by Prisma's class for this, whose values are
 * never values here but parameters, so that a statement is put together once and its text is the same at each run.
 */
export type Sql = Prisma.Sql;

/** What may stand in a part. Numbers become text; a string is none of these, and the compiler says so. */
export type Piece = Sql | Parameter | number;

const put = (piece: Piece): Sql | Parameter => (typeof piece === 'number' ? Prisma.raw(String(piece)) : piece);

/** SQL as it stands here: sql`select name from users where id = ${p.user}`. */
export const sql = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Sql => new Prisma.Sql(strings, pieces.map(put));

/** Nothing, where a part is left out. */
export const none: Sql = Prisma.empty;

/** Parts one after the other; nothing where there are none. */
export const join = (pieces: readonly Piece[], separator: string): Sql =>
  pieces.length === 0 ? none : Prisma.join(pieces.map(put), separator);

/** A word of ours as a text of SQL. */
export const quoted = (text: string): Sql => Prisma.raw(`'${text.replaceAll("'", "''")}'`);

/** A word of ours as the name of a column, a table, an alias. */
export function identifier(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new Error(`this is no name in SQL: ${name}`);
  return Prisma.raw(/[A-Z]/.test(name) ? `"${name}"` : name);
}

/**
 * The text of a statement and the parameters that stand in it, numbered in the order in which they are declared.
 */
export function rendered(part: Sql, declared: readonly Parameter[]): { text: string; takes: readonly Parameter[] } {
  const present = new Set<unknown>(part.values);
  const takes = declared.filter((parameter) => present.has(parameter));
  const numbers = new Map<unknown, number>(takes.map((parameter, i) => [parameter, i + 1]));
  const text = part.strings.reduce((before, next, i) => {
    const number = numbers.get(part.values[i - 1]);
    if (number === undefined) throw new Error(`what stands before "${next}" is no parameter of this statement`);
    return `${before}$${number}${next}`;
  });
  return { text, takes };
}
