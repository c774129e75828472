import { type Reader, Refused, text } from '../../http/parameters/types.ts';
import { sortKey } from '../../store/sort-key.ts';

const MAX_NAME = 255;

/** What leads out of a folder, cannot be seen, or turns a name round so that it seems to end otherwise. */
const UNSAFE = /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const NO_NAME = new Refused('invalid', 'must be a name without path and control characters');

/** The name of a file or a folder: never a path. */
export function fileName(): Reader<string> {
  const words = text(MAX_NAME);
  return {
    schema: words.schema,
    read(raw) {
      const name = words.read(raw);
      if (name instanceof Refused) return name;
      if (name.trim() === '') return new Refused('blank', 'is required');
      return UNSAFE.test(name) || name === '.' || name === '..' ? NO_NAME : name;
    },
  };
}

/** Of a name that comes with a form, which nobody can be asked to mend: what is left of it when it is made safe. */
export function safeName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1)?.toWellFormed() ?? '';
  const safe = Array.from(last.replaceAll(new RegExp(UNSAFE, 'gu'), ''));
  const name = safe.slice(-MAX_NAME).join('').trim();
  return name === '' || name === '.' || name === '..' ? 'unnamed' : name;
}

/** Folders go no deeper, so that a path has an end. */
export const MAX_DEPTH = 50;
/** With the root, whose name may stand before theirs (files#20): the longest full name of a folder is a path to it. */
const MAX_NAMES = MAX_DEPTH + 1;
const MAX_PATH = MAX_NAMES * (MAX_NAME + 1);

/** The folders that a path names, from the top; empty: the top itself. A doubled or outer slash says nothing. */
export function readFolderPath(path: string): string[] | Refused {
  const each = fileName();
  const names: string[] = [];
  for (const part of path.split('/')) {
    if (part === '') continue;
    const name = each.read(part);
    if (name instanceof Refused) return new Refused('invalid', 'must be a path of folders');
    names.push(name);
  }
  return names.length > MAX_NAMES ? new Refused('too_deep', `is more than ${MAX_DEPTH} folders deep`) : names;
}

export function folderPath(): Reader<string[]> {
  const words = text(MAX_PATH);
  return {
    schema: words.schema,
    read(raw) {
      const path = words.read(raw);
      return path instanceof Refused ? path : readFolderPath(path);
    },
  };
}

const LONGEST_EXTENSION = 32;

/** What a number comes between: `essay` and `.txt`. */
function halves(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= LONGEST_EXTENSION ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** What every numbered form of a name begins with: no more of its stem than any of them has room for. */
export const numberedFrom = (name: string): string =>
  Array.from(halves(name)[0])
    .slice(0, MAX_NAME - 2 * LONGEST_EXTENSION)
    .join('');

/** `essay.txt`, `essay-1.txt`, `essay-2.txt`, ..: the first that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [stem, extension] = halves(name);
  for (let n = 0; ; n++) {
    const suffix = (n === 0 ? '' : `-${n}`) + extension;
    const room = MAX_NAME - Array.from(suffix).length;
    const candidate = n === 0 ? name : Array.from(stem).slice(0, room).join('') + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** By which names of files and folders are ordered; cut, because an index entry has an end. */
export const nameKey = (name: string): string => Array.from(sortKey(name)).slice(0, MAX_NAME).join('');

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header that says how a browser takes a file, and under which name: in ASCII, and as it is. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}
