import { z } from 'zod';
import { lastOf } from '../../http/parameters/nesting.ts';
import { nullable, optional, positiveInteger, type Reader, Refused, required, text } from '../../http/parameters/types.ts';
import { name, webAddress } from '../../http/parameters/words.ts';

/** bookmarks#2 */
export const Bookmark = z
  .object({ id: z.int(), name: z.string(), url: z.string(), position: z.int(), data: z.string().nullable() })
  .meta({ id: 'Bookmark' });
export type Bookmark = z.infer<typeof Bookmark>;

const MAX_ADDRESS = 2_000;
const MAX_DATA = 10_000;

/** An address of the web, or a path of this site (bookmarks#3); one that begins with two slashes leads elsewhere. */
const address = (): Reader<string> => ({
  schema: { type: 'string', maxLength: MAX_ADDRESS },
  read(raw) {
    const sent = lastOf(raw);
    if (typeof sent !== 'string' || !/^\/(?![/\\])/u.test(sent)) return webAddress().read(raw);
    const path = text(MAX_ADDRESS).read(sent);
    if (path instanceof Refused) return path;
    return /[\s\p{Cc}\\]/u.test(path) ? new Refused('invalid', 'must be an address without blanks') : path;
  },
});

const position = positiveInteger();
const others = { position: optional(position), data: nullable(text(MAX_DATA)) };
export const bookmarkParameters = { name: optional(name()), url: required(address()), ...others };
export const bookmarkChanges = { name: optional(name()), url: optional(address()), ...others };
