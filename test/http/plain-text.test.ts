import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, MOST_BYTES, mostRead, plainText } from '../../src/http/plain-text.ts';

describe('HTML as plain text', () => {
  test.each([
    ['<p>Hello</p>', 'Hello'],
    ['plain', 'plain'],
    ['', ''],
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['<p>one<br />two</p>', 'one\ntwo'],
    ['<ul><li>one</li><li>two</li></ul>', 'one\ntwo'],
    ['<p>a <strong>bold</strong>\n   word</p>', 'a bold word'],
    ['<p>1 &lt; 2 &amp;&amp; 3 &gt; 2, &quot;so&quot;</p>', '1 < 2 && 3 > 2, "so"'],
    ['<p>&amp;lt;p&amp;gt;</p>', '&lt;p&gt;'],
    ['<p><a href="https://example.com?a=1&amp;b=2" title="x &gt; y">there</a></p>', 'there'],
    ['<h2>Title</h2><div>one</div><div>two</div>', 'Title\n\none\ntwo'],
    ['<p> </p><p></p><p>alone</p>', 'alone'],
    ['<P>one</P><P>two<BR>three</P>', 'one\n\ntwo\nthree'],
    [
      '<p>Marks</p><table><tbody><tr><th>one</th><th>two</th></tr><tr><td>c1</td><td>c<b>2</b></td></tr></tbody></table>',
      'Marks\n\none two\nc1 c2',
    ],
    ['<table><tr><td>one </td> <td></td><TD>two</TD></tr></table>after', 'one two\n\nafter'],
    ['one <br /> two <br /> three', 'one\ntwo\nthree'],
    ['<p>one</p><p></p><p>two</p><p></p><p>three</p>', 'one\n\ntwo\n\nthree'],
  ])('%s is %s', (html, text) => expect(plainText(html)).toBe(text));
});

/** The rule of `plainText` over the whole text, step by step. */
function inSteps(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replaceAll(/[ \t\r\n]/g, ' ')
    .replaceAll(/<\/?(?:p|h[1-6]|ul|ol|dl|pre|table|blockquote|section|article|figure|hr)\b[^>]*>/gi, '\n\n')
    .replaceAll(/<(?:br|\/li|\/dt|\/dd|\/tr|\/div|\/caption)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/t[dh]\b[^>]*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_whole, name: string) => characters[name] ?? '')
    .replaceAll(/[ \n]*\n[ \n]*/g, (run) => (run.split('\n').length > 2 ? '\n\n' : '\n'))
    .replaceAll(/ +/g, ' ')
    .trim();
}

describe('a beginning of HTML as plain text', () => {
  const pieces = fc.array(
    fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<b title="a">',
        '</b>',
        '<br />',
        '<br>',
        '<li>',
        '</li>',
        '</div>',
        '<hr />',
        '<wbr>',
        '<h2>',
        '</dt>',
        '<pre>',
        '<P>',
        '<td>',
        '</td>',
        '</th>',
        '</tr>',
      ],
      ...['a', 'word', ' ', '\n', '\t ', '&amp;', '&lt;', '&gt;', '&quot;', '&amp;amp;', 'é', '\u{1F600}', '\u00a0', '1 2'],
    ),
    { maxLength: 14 },
  );

  test('is what all of it is, cut', () => {
    fc.assert(
      fc.property(pieces, fc.nat(20), (html, most) => {
        const all = inSteps(html.join(''));
        expect(plainText(html.join(''))).toBe(all);
        // Whether nothing but no-break blanks would follow is not looked at.
        expect(plainText(html.join(''), most).trimEnd()).toBe(cut(all, most).trimEnd());
      }),
      { numRuns: 2_000 },
    );
  });

  test('is all that a text of many words shows', () => {
    const html = `<p>${'word &amp; <b>word</b> '.repeat(1_000)}</p>`;
    expect(plainText(html)).toBe(cut(inSteps(html)));
    expect(bytes(plainText(html))).toBe(4_096);
  });

  test('is looked for in sixteen times as much', () => {
    const before = '<wbr />'.repeat(9_361);
    expect(before.length).toBe(mostRead(MOST_BYTES) - 9);
    expect(plainText(`${before}beginning of a text`)).toBe('beginning');
    expect(plainText(`${before}beginni\u{1F600}\u{1F600}`)).toBe('beginni\u{1F600}');
    expect(plainText(`${before}beginnin\u{1F600}`)).toBe('beginnin');
    expect(plainText(`${before}begin<p title="of a text">more`)).toBe('begin');
  });

  test.each(['<', '<p', 'a<b', '&', '&amp', '&x;'])('%j is not clean, and loses what is no text', (html) => {
    expect(plainText(html)).toBe(html.replace(/<.*/, ''));
  });
});

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

// activity#3
describe('a text that is cut', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['aé', 2, 'a'],
    ['aé', 3, 'aé'],
    ['€', 2, ''],
    ['a\u{1F600}', 4, 'a'],
    ['a\u{1F600}', 5, 'a\u{1F600}'],
    ['\u{1F600}\u{1F600}', 7, '\u{1F600}'],
    ['', 0, ''],
  ])('%s to %d bytes is %s', (text, most, expected) => expect(cut(text, most)).toBe(expected));

  test('is a beginning of it, as long as it may be, and whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
        const shortened = cut(text, most);
        expect(text.startsWith(shortened)).toBe(true);
        expect(bytes(shortened)).toBeLessThanOrEqual(most);
        expect(shortened.isWellFormed()).toBe(true);
        const next = Array.from(text.slice(shortened.length))[0];
        if (next !== undefined) expect(bytes(shortened) + bytes(next)).toBeGreaterThan(most);
      }),
    );
  });

  test('holds four kilobytes', () => {
    expect(MOST_BYTES).toBe(4_096);
    expect(bytes(cut('x'.repeat(5_000)))).toBe(4_096);
  });
});
