import { describe, expect, test } from 'vitest';
import { cleanHtml, html } from '../../src/http/parameters/html.ts';
import { Refused } from '../../src/http/parameters/types.ts';

/** What D1.11 lets stand stands as it was sent. */
const KEPT = [
  '<p>Hello <strong>bold</strong> <em>and</em> so on</p>',
  '<ul><li>one</li><li>two</li></ul>',
  '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
  '<a href="https://example.com/page">out</a>',
  '<a href="mailto:ann@example.com">mail</a>',
  '<a href="/courses/1/files/2">in</a>',
  '<img src="https://example.com/a.png" alt="a" />',
  '<video src="https://example.com/a.mp4" controls></video>',
  '<math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>',
  '<p style="color:red;text-align:center">x</p>',
  'é 😀 日本',
];

const CLEANED: [string, string][] = [
  ['<p onclick="x()">a</p>', '<p>a</p>'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['<style>body{display:none}</style>a', 'a'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
  ['<img src="x.png" onerror="x()">', '<img src="x.png" />'],
  ['<form action="https://evil.example"><input name="password">a</form>', 'a'],
  ['<button>a</button>', 'a'],
  ['<iframe src="https://evil.example">a</iframe>b', 'b'],
  ['<svg onload="x()"><circle /></svg>a', 'a'],
  ['<p style="position:fixed;top:0;left:0;color:red">a</p>', '<p style="color:red">a</p>'],
  ['<p style="margin:-9999px">a</p>', '<p>a</p>'],
  ['<p style="background:url(https://evil.example)">a</p>', '<p>a</p>'],
  ['<a href="https://example.com" target="_blank">a</a>', '<a href="https://example.com" target="_blank" rel="noopener noreferrer">a</a>'],
  [
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<math><mtext><table></table></mtext></math>',
  ],
  ['<p>open', '<p>open</p>'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
];

describe('HTML', () => {
  test.each(KEPT)('keeps %s', (text) => expect(cleanHtml(text)).toBe(text));
  test.each(CLEANED)('of %s leaves %s', (sent, left) => expect(cleanHtml(sent)).toBe(left));
  test.each([...KEPT, ...CLEANED.map(([sent]) => sent)])('that is clean stays as it is: %s', (text) =>
    expect(cleanHtml(cleanHtml(text))).toBe(cleanHtml(text)),
  );
});

describe('the reader of HTML', () => {
  const refusal = (raw: unknown) => {
    const read = html(20).read(raw);
    return read instanceof Refused ? read.type : read;
  };
  test.each([
    ['<p>a</p>', '<p>a</p>'],
    [7, '7'],
    ['é'.repeat(10), 'é'.repeat(10)],
    ['é'.repeat(11), 'too_long'],
    ['a\0', 'invalid'],
    ['\ud83d', 'invalid'],
    [['a'], 'invalid'],
    [{ a: 'b' }, 'invalid'],
  ])('%j gives %j', (raw, expected) => expect(refusal(raw)).toBe(expected));
});
