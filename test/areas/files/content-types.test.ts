import { describe, expect, test } from 'vitest';
import {
  contentTypeOf,
  isHarmless,
  isPicture,
  mimeClassOf,
  readContentType,
  TELLING_BYTES,
} from '../../../src/areas/files/content-types.ts';
import { PNG } from '../../helpers/upload.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const ZIP = bytes(`PK\x03\x04\x14\0\0\0\0\0${'\0'.repeat(16)}\x05\0\0\0a.txt`);
const COMPOUND = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('the type of a file', () => {
  // files#8
  test.each([
    ['its bytes say it', PNG, null, 'x', 'image/png'],
    ['its bytes know better than the client', PNG, 'text/plain', 'x.txt', 'image/png'],
    ['its bytes know better than its name', bytes('%PDF-1.7\n'), null, 'x.png', 'application/pdf'],
    ['the client says it', bytes('hello'), 'text/csv', 'x.txt', 'text/csv'],
    ['the client says a document', bytes('hello'), 'application/pdf', 'x', 'application/pdf'],
    ['the client says a sound', bytes('hello'), 'audio/mpeg', 'x.txt', 'audio/mpeg'],
    ['its name suggests it', bytes('hello'), null, 'x.txt', 'text/plain'],
    ['its name suggests a document', bytes('hello'), null, 'x.xlsx', XLSX],
    ['the client says a picture', bytes('hello'), 'image/png', 'x.pdf', 'image/png'],
    ['its name suggests it where the client says nothing', bytes('hello'), 'application/octet-stream', 'x.txt', 'text/plain'],
    ['nothing says it', bytes('hello'), null, 'x', 'application/octet-stream'],
    ['its name suggests a picture', bytes('hello'), null, 'x.png', 'image/png'],
    ['an archive is a document', ZIP, XLSX, 'x.xlsx', XLSX],
    ['an archive is a document by its name', ZIP, null, 'x.xlsx', XLSX],
    ['an archive is no picture', ZIP, 'image/png', 'x.png', 'application/zip'],
    ['an archive is no page', ZIP, 'text/html', 'x.html', 'application/zip'],
    ['an archive is nothing that only seems an application', ZIP, 'x-application/y', 'x', 'application/zip'],
    ['an archive is nothing that only seems markup', ZIP, 'text/xml-like', 'x', 'application/zip'],
    ['an archive is no portable document', ZIP, 'application/pdf', 'x.pdf', 'application/zip'],
    ['an old document', COMPOUND, 'application/msword', 'x.doc', 'application/msword'],
    ['an old document of which nothing is said', COMPOUND, null, 'x', 'application/x-cfb'],
    ['a picture is no application', PNG, 'application/json', 'x.json', 'image/png'],
    ['markup is a drawing', bytes('<?xml version="1.0"?><svg/>'), 'image/svg+xml', 'x.svg', 'image/svg+xml'],
    ['it is empty', bytes(''), null, 'x.txt', 'text/plain'],
  ])('%s', async (_why, beginning, declared, name, expected) => {
    expect(await contentTypeOf(beginning, declared, name)).toBe(expected);
  });

  // files#19
  test.each([
    ['text/plain', 'text/plain'],
    ['Text/HTML; charset=utf-8', 'text/html'],
    [' image/svg+xml ', 'image/svg+xml'],
    ['text', null],
    ['text/plain\r\nx-evil: 1', null],
    ['a/b/c', null],
    ['', null],
    [null, null],
  ])('as the client writes it: %j', (sent, type) => {
    expect(readContentType(sent)).toBe(type);
  });
});

test('so many bytes tell it', () => expect(TELLING_BYTES).toBe(4_100));

// files#9, files#16
test.each([
  ['image/png', true, true],
  ['image/jpeg', true, true],
  ['image/gif', true, true],
  ['image/webp', true, true],
  ['image/avif', true, true],
  ['image/bmp', true, true],
  ['audio/ogg', true, false],
  ['x-audio/ogg', false, false],
  ['text/plain', true, false],
  ['video/mp4', true, false],
  ['image/svg+xml', false, false],
  ['text/html', false, false],
  ['application/xhtml+xml', false, false],
  ['application/pdf', false, false],
  ['text/xml', false, false],
  ['application/octet-stream', false, false],
])('%s is harmless: %s, a picture: %s', (type, harmless, picture) => {
  expect([isHarmless(type), isPicture(type)]).toEqual([harmless, picture]);
});

describe('the kind of a file', () => {
  // files#54
  test.each([
    ['text/plain', 'text'],
    ['text/csv', 'text'],
    ['text/html', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/css', 'code'],
    ['text/x-csharp', 'code'],
    ['application/json', 'code'],
    ['application/xml', 'code'],
    ['image/svg+xml', 'image'],
    ['image/png', 'image'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    ['application/pdf', 'pdf'],
    ['application/rtf', 'doc'],
    ['text/rtf', 'doc'],
    ['application/msword', 'doc'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'doc'],
    ['application/vnd.oasis.opendocument.text', 'doc'],
    ['application/vnd.ms-powerpoint', 'ppt'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'ppt'],
    ['application/vnd.oasis.opendocument.presentation', 'ppt'],
    ['application/vnd.ms-excel', 'xls'],
    [XLSX, 'xls'],
    ['application/vnd.oasis.opendocument.spreadsheet', 'xls'],
    ['application/zip', 'zip'],
    ['application/x-zip-compressed', 'zip'],
    ['application/gzip', 'zip'],
    ['application/x-tar', 'zip'],
    ['application/vnd.rar', 'zip'],
    ['application/octet-stream', 'file'],
    ['application/x-cfb', 'file'],
  ])('%s is %s', (type, kind) => {
    expect(mimeClassOf(type)).toBe(kind);
  });
});
