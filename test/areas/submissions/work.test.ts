import { describe, expect, test } from 'vitest';
import { readAddress, readWork } from '../../../src/areas/submissions/work.ts';
import { Refused } from '../../../src/http/parameters/types.ts';
import { ApiError } from '../../../src/kernel/errors.ts';

describe('an address that is turned in', () => {
  // submissions#21
  test.each([
    ['http://example.org', 'http://example.org'],
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['HTTP://example.org/', 'HTTP://example.org/'],
    ['example.org', 'http://example.org'],
    [' example.org/page ', 'http://example.org/page'],
    ['example.org:8080/page', 'http://example.org:8080/page'],
    ['localhost:3000', 'http://localhost:3000'],
    ['//example.org/x', 'http://example.org/x'],
    ['http://user@example.org', 'http://user@example.org'],
    ['example.org/?to=mailto:ann', 'http://example.org/?to=mailto:ann'],
  ])('%s is %s', (sent, wanted) => expect(readAddress(sent)).toBe(wanted));

  // submissions#21
  test.each([
    'ftp://example.org/file',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'mailto:ann@school.example',
    'mailto:ann@school.example?http://x',
    'ftp://example.org/http://example.org',
    'file:///etc/passwd',
    'http://',
    'http:///path',
    'https:example.org',
    'http:\\\\example.org',
    'http://exa mple.org',
    'http://example.org/a page',
    'http://example.org/a\\page',
    'http://example.org/a\u0007page',
    'http://?x',
    'http://#',
    '//',
    '',
    '   ',
  ])('%s is none', (sent) => expect(readAddress(sent)).toBeInstanceOf(Refused));

  test('that is left out is missing, and not wrong', () => expect(readAddress(' ')).toMatchObject({ type: 'blank' }));
});

const TAKEN = ['online_text_entry', 'online_url', 'online_upload', 'media_recording'] as const;
const SENT = { body: '<p>x</p>', url: 'http://example.org/', file_ids: [1], media_comment_id: 'm-1', media_comment_type: 'audio' };

/** The field that is to blame. */
function blamed(sent: Parameters<typeof readWork>[0], taken: Parameters<typeof readWork>[1] = TAKEN): unknown {
  try {
    return readWork(sent, taken);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.keys(JSON.parse(error.message).errors);
  }
}

describe('what is turned in', () => {
  // submissions#20
  test.each([
    ['online_text_entry', { body: '<p>x</p>' }],
    ['online_url', { url: 'http://example.org/' }],
    ['online_upload', { fileIds: [1] }],
    ['media_recording', { mediaCommentId: 'm-1', mediaCommentType: 'audio' }],
  ])('%s takes its own fields alone, whatever the others are', (type, wanted) => {
    const nothing = { body: null, url: null, mediaCommentId: null, mediaCommentType: null, fileIds: [] };
    expect(readWork({ ...SENT, submission_type: type }, TAKEN)).toEqual({ type, ...nothing, ...wanted });
    const odd = { body: [1], url: { a: 1 }, file_ids: 'x', media_comment_id: ['y'], media_comment_type: 'smell' };
    const own =
      Object.keys(wanted)[0] === 'fileIds'
        ? ['file_ids']
        : type === 'media_recording'
          ? ['media_comment_id', 'media_comment_type']
          : Object.keys(wanted);
    const kept = Object.fromEntries(Object.entries(SENT).filter(([name]) => own.includes(name)));
    expect(blamed({ ...odd, ...kept, submission_type: type })).toMatchObject({ type, ...wanted });
  });

  // submissions#19, submissions#20
  test.each<[Parameters<typeof readWork>[0], string]>([
    [{}, 'submission_type'],
    [{ submission_type: '' }, 'submission_type'],
    [{ submission_type: 'telepathy' }, 'submission_type'],
    [{ submission_type: ['online_url'] }, 'submission_type'],
    [{ submission_type: 'none' }, 'submission_type'],
    [{ submission_type: 'online_text_entry' }, 'body'],
    [{ submission_type: 'online_text_entry', body: ' ' }, 'body'],
    [{ submission_type: 'online_text_entry', body: '<script>x</script>' }, 'body'],
    [{ submission_type: 'online_text_entry', body: { a: 1 } }, 'body'],
    [{ submission_type: 'online_text_entry', body: 'é'.repeat(250_001) }, 'body'],
    [{ submission_type: 'online_url', url: 'x'.repeat(8_001) }, 'url'],
    [{ submission_type: 'online_upload', file_ids: Array.from({ length: 101 }, (_, i) => i + 1) }, 'file_ids'],
    [{ submission_type: 'media_recording', media_comment_id: ' ', media_comment_type: 'video' }, 'media_comment_id'],
    [{ submission_type: 'online_upload', file_ids: [] }, 'file_ids'],
    [{ submission_type: 'online_upload', file_ids: ['one'] }, 'file_ids'],
    [{ submission_type: 'media_recording', media_comment_type: 'video' }, 'media_comment_id'],
    [{ submission_type: 'media_recording', media_comment_id: 'm', media_comment_type: 'smell' }, 'media_comment_type'],
    [{ submission_type: 'media_recording', media_comment_id: 'm' }, 'media_comment_type'],
  ])('%j is refused', (sent, field) => expect(blamed(sent)).toEqual([field]));

  // submissions#20
  test.each<[Parameters<typeof readWork>[0], Record<string, unknown>]>([
    [{}, { submission_type: [{ attribute: 'submission_type', type: 'blank', message: 'is required' }] }],
    [{ submission_type: 'online_text_entry', body: ' ' }, { body: [{ attribute: 'body', type: 'blank', message: 'is required' }] }],
    [{ submission_type: 'online_url', url: ' ' }, { url: [{ attribute: 'url', type: 'blank', message: 'is required' }] }],
    [
      { submission_type: 'online_url', url: 'ftp://x' },
      { url: [{ attribute: 'url', type: 'invalid', message: 'must be an address that begins with http:// or https://' }] },
    ],
  ])('%j: what is wrong is told', (sent, errors) => {
    expect(() => readWork(sent, TAKEN)).toThrow(expect.objectContaining({ body: { errors } }));
  });

  // submissions#21
  test('of an address has its scheme, if none was sent', () => {
    expect(readWork({ submission_type: 'online_url', url: 'example.org' }, TAKEN).url).toBe('http://example.org');
    const signed = `https://example.org/${'x'.repeat(7_980)}`;
    expect(readWork({ submission_type: 'online_url', url: signed }, TAKEN).url).toBe(signed);
  });

  // submissions#20
  test('is taken up to the bounds', () => {
    const url = `http://example.org/${'x'.repeat(1_981)}`;
    expect(readWork({ submission_type: 'online_url', url }, TAKEN)).toMatchObject({ url });
    const file_ids = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(readWork({ submission_type: 'online_upload', file_ids }, TAKEN)).toMatchObject({ fileIds: file_ids });
  });

  // submissions#19
  test('is of a type that the assignment takes', () => {
    expect(blamed({ ...SENT, submission_type: 'online_url' }, ['online_text_entry'])).toEqual(['submission_type']);
    expect(blamed({ ...SENT, submission_type: 'online_url' }, ['none'])).toEqual(['submission_type']);
  });
});
