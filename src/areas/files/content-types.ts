import { fileTypeFromBuffer } from 'file-type';
import mime from 'mime';

/** How many bytes tell what a file is. */
export const TELLING_BYTES = 4100;

const UNKNOWN = 'application/octet-stream';

/** Types whose beginning does not tell what they hold: documents are archives too. */
const CONTAINERS: ReadonlySet<string> = new Set(['application/zip', 'application/x-cfb', 'application/xml']);

/** What a container may be said to be: nothing that a browser shows by itself. */
const MAY_BE_CONTAINED = /^application\/(?!pdf$)|[/+]xml$/;

const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A type as a client says it, without parameters; null where it is none. */
export function readContentType(sent: string | null): string | null {
  const type = sent?.split(';')[0]?.trim().toLowerCase() ?? '';
  return WELL_FORMED.test(type) ? type : null;
}

/** The type of a file (files#8): from its first bytes; where they say nothing, what the client says, or what its name suggests. */
export async function contentTypeOf(beginning: Uint8Array, declared: string | null, name: string): Promise<string> {
  const found = (await fileTypeFromBuffer(beginning))?.mime;
  if (found !== undefined && !CONTAINERS.has(found)) return found;
  const claims = [readContentType(declared), mime.getType(name)].filter((claim) => claim !== null && claim !== UNKNOWN);
  return claims.find((claim) => claim !== null && (found === undefined || MAY_BE_CONTAINED.test(claim))) ?? found ?? UNKNOWN;
}

/** Pictures that every browser shows and none runs. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export const isPicture = (contentType: string): boolean => PICTURES.has(contentType);

/** What a browser shows in its place; anything that it might run is saved instead (files#16). */
export const isHarmless = (contentType: string): boolean =>
  isPicture(contentType) || contentType === 'text/plain' || /^(?:audio|video)\//.test(contentType);

const KINDS: readonly (readonly [RegExp, MimeClass])[] = [
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^text\/html$|^application\/xhtml\+xml$/, 'html'],
  [/^application\/pdf$/, 'pdf'],
  [/^(?:application|text)\/rtf$|msword|ms-word|wordprocessingml|opendocument\.text|apple\.pages/, 'doc'],
  [/ms-powerpoint|presentationml|opendocument\.presentation|apple\.keynote/, 'ppt'],
  [/ms-excel|spreadsheetml|opendocument\.spreadsheet|apple\.numbers/, 'xls'],
  [/[/.-](?:zip|gzip|tar|gtar|bzip2|xz|zstd|rar|rar-compressed|7z-compressed|compressed)$/, 'zip'],
  [/^text\/(?:css|xml|javascript|x-.+)$|^application\/(?:json|xml|javascript|typescript|x-sh|x-httpd-php|sql)$/, 'code'],
  [/^text\//, 'text'],
];

export const MIME_CLASSES = ['text', 'html', 'code', 'image', 'audio', 'video', 'pdf', 'doc', 'ppt', 'xls', 'zip', 'file'] as const;
type MimeClass = (typeof MIME_CLASSES)[number];

/** What kind of file clients show it as (files#54). */
export const mimeClassOf = (contentType: string): MimeClass => KINDS.find(([type]) => type.test(contentType))?.[1] ?? 'file';
