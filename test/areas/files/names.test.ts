import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentDisposition,
  fileName,
  folderPath,
  freeName,
  MAX_DEPTH,
  nameKey,
  numberedFrom,
  readFolderPath,
  safeName,
} from '../../../src/areas/files/names.ts';
import { Refused } from '../../../src/http/parameters/types.ts';

const isRefused = (value: unknown): boolean => value instanceof Refused;

describe('a name', () => {
  // files#11
  test.each(['note.txt', 'a b', 'naïve.pdf', '🦊.png', '...', 'a..b', '-', 'CON', "it's", 'x'.repeat(255)])('may be %j', (name) => {
    expect(fileName().read(name)).toBe(name);
  });

  // files#11
  test.each([
    '',
    '   ',
    '.',
    '..',
    '/etc/passwd',
    '../secret',
    'a/b',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u007fb',
    'evil\u202egnp.exe',
    'x'.repeat(256),
    '\ud800',
  ])('may not be %j', (name) => {
    expect(isRefused(fileName().read(name))).toBe(true);
  });

  // files#11
  test('that is refused is told why', () => {
    expect(fileName().read(' ')).toEqual(new Refused('blank', 'is required'));
    expect(fileName().read('..')).toEqual(new Refused('invalid', 'must be a name without path and control characters'));
  });

  // files#45
  test('that came with a form is made safe, whatever it is', () => {
    expect(safeName(' note.txt ')).toBe('note.txt');
    expect(safeName(`${'x'.repeat(300)}.txt`)).toBe(`${'x'.repeat(251)}.txt`);
    expect(safeName('note.txt')).toBe('note.txt');
    expect(safeName('C:\\Users\\me\\note.txt')).toBe('note.txt');
    expect(safeName('../../etc/passwd')).toBe('passwd');
    for (const none of ['a/..', '.', ' .. ']) expect(safeName(none)).toBe('unnamed');
    expect(safeName('')).toBe('unnamed');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (sent) => !isRefused(fileName().read(safeName(sent)))));
  });
});

describe('a path of folders', () => {
  test.each([
    ['essays/drafts', ['essays', 'drafts']],
    ['/essays//drafts/', ['essays', 'drafts']],
    ['essays', ['essays']],
    ['', []],
    ['/', []],
  ])('%j', (path, names) => {
    expect(readFolderPath(path)).toEqual(names);
  });

  test.each(['..', 'a/../b', 'a/./b', 'a\\b', 'a/ /b', 'a/\0'])('%j leads nowhere', (path) => {
    expect(isRefused(readFolderPath(path))).toBe(true);
  });

  // files#41
  test('has an end', () => {
    const deep = (n: number) => Array.from({ length: n }, () => 'a').join('/');
    // With the root, whose name may stand before theirs.
    expect(readFolderPath(deep(MAX_DEPTH + 1))).toHaveLength(MAX_DEPTH + 1);
    expect(readFolderPath(deep(MAX_DEPTH + 2))).toEqual(new Refused('too_deep', 'is more than 50 folders deep'));
    expect(readFolderPath('a/..')).toEqual(new Refused('invalid', 'must be a path of folders'));
  });

  test('is a text', () => {
    expect(folderPath().read('a/b')).toEqual(['a', 'b']);
    expect(folderPath().read('a/'.repeat(50).padEnd(13_056, '/'))).toHaveLength(50);
    expect(folderPath().read('/'.repeat(13_057))).toMatchObject({ type: 'too_long' });
    expect(folderPath().read(['a'])).toMatchObject({ type: 'invalid' });
  });
});

describe('a free name', () => {
  // files#31
  test.each([
    ['note.txt', [], 'note.txt'],
    ['note.txt', ['note.txt'], 'note-1.txt'],
    ['note.txt', ['note.txt', 'note-1.txt', 'note-3.txt'], 'note-2.txt'],
    ['note', ['note'], 'note-1'],
    ['.hidden', ['.hidden'], '.hidden-1'],
    ['a.tar.gz', ['a.tar.gz'], 'a.tar-1.gz'],
    ['a.b', ['a.b'], 'a-1.b'],
    [`a.${'x'.repeat(31)}`, [`a.${'x'.repeat(31)}`], `a-1.${'x'.repeat(31)}`],
    [`a.${'x'.repeat(32)}`, [`a.${'x'.repeat(32)}`], `a.${'x'.repeat(32)}-1`],
    ['x'.repeat(255), ['x'.repeat(255)], `${'x'.repeat(253)}-1`],
    [`${'x'.repeat(251)}.txt`, [`${'x'.repeat(251)}.txt`], `${'x'.repeat(249)}-1.txt`],
  ])('for %j beside %j', (name, taken, free) => {
    expect(freeName(name, new Set(taken))).toBe(free);
  });

  test('is never too long, and never taken', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }).filter((text) => !isRefused(fileName().read(text)));
    fc.assert(
      fc.property(name, (text) => {
        const taken = new Set([text]);
        for (let i = 0; i < 12; i++) {
          const free = freeName(text, taken);
          if (taken.has(free) || isRefused(fileName().read(free)) || !free.startsWith(numberedFrom(text))) return false;
          taken.add(free);
        }
        return true;
      }),
    );
  });
});

test('the key of a name fits into an index, however it grows when it is folded', () => {
  expect(Buffer.byteLength(nameKey('\ufdfa'.repeat(255)))).toBeLessThan(1_100);
  expect(nameKey('Éclair')).toBe(nameKey('eclair'));
  expect(nameKey('Note 5')).toBe('note 5');
});

describe('Content-Disposition', () => {
  // files#16
  test.each([
    ['note.txt', `inline; filename="note.txt"; filename*=UTF-8''note.txt`],
    ['a "b".txt', `inline; filename="a _b_.txt"; filename*=UTF-8''a%20%22b%22.txt`],
    ['naïve.txt', `inline; filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`],
    [`it's (1)*.txt`, `inline; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ])('of %j', (name, header) => {
    expect(contentDisposition('inline', name)).toBe(header);
  });
});
