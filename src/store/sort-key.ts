import { folded } from './folding.ts';
import { type Piece, quoted, type Sql, sql } from './sql/sql.ts';

/**
 * Marks that change a letter and do not make another: accents, vowel points of Hebrew and Arabic, the nukta of Hindi, voicing in
 * Japanese. The vowel signs of Hindi and its neighbours are marks too, and stay: they tell names apart.
 */
const ACCENTS = String.raw`[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]`;
const ACCENT = new RegExp(ACCENTS, 'g');

/**
 * The key by which names are ordered in any case (users#13): lower case, accents dropped.
 * It is compared byte by byte, so that the order does not depend on a machine's locale or its ICU release.
 */
export function sortKey(name: string): string {
  return name.normalize('NFKD').replace(ACCENT, '').toLowerCase().replaceAll('ς', 'σ');
}

/** SQL for the same key, where names are ordered that have none stored. */
export const sortKeySql = (text: Piece): Sql =>
  sql`(${folded(sql`regexp_replace(normalize(${text}, NFKD), ${quoted(ACCENTS)}, '', 'g')`)} collate "C")`;
