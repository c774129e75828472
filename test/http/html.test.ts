import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { cleanHtml as cleaned, html, isBlankHtml, LONG_TEXT, MAX_DEPTH } from '../../src/http/parameters/html.ts';
import { Refused } from '../../src/http/parameters/types.ts';

function cleanHtml(text: string): string {
  const read = cleaned(text);
  if (read instanceof Refused) throw new Error(read.message);
  return read;
}

/** What may stay stays as it was sent. */
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
  // What comes after a slash is an attribute, too.
  ['<a/href="https://example.com">a</a>', '<a href="https://example.com">a</a>'],
  [
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<math><mtext><table></table></mtext></math>',
  ],
  ['<p>open', '<p>open</p>'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
];

// conventions#45, conventions#47
describe('HTML', () => {
  test.each(KEPT)('keeps %s', (text) => expect(cleanHtml(text)).toBe(text));
  test.each(CLEANED)('of %s leaves %s', (sent, left) => expect(cleanHtml(sent)).toBe(left));
  test.each([...KEPT, ...CLEANED.map(([sent]) => sent)])('that is clean stays as it is: %s', (text) =>
    expect(cleanHtml(cleanHtml(text))).toBe(cleanHtml(text)),
  );
});

/** Formatting, each by what it may not hold besides. */
const FORMATS: [string, string][] = [
  ['color:#a1B2c3', 'color:url(x)red'],
  ['background-color:rgb(1, 2, 3)', 'background-color:red url(x)'],
  ['text-align:CENTER', 'text-align:center 1'],
  ['text-decoration:UNDERLINE', 'text-decoration:1 none'],
  ['text-decoration:none', 'text-decoration:none url(x)'],
  ['text-indent:1.5em', 'text-indent:1px url(x)'],
  ['vertical-align:2px', 'vertical-align:2px 3px'],
  ['font-family:"Times New Roman", serif', 'font-family:Arial, url(x)'],
  ['font-family:serif', 'font-family:url(x), Arial'],
  ['font-weight:700', 'font-weight:7000'],
  ['font-size:12pt', 'font-size:calc(1px)'],
  ['margin:0 auto', 'margin:0 -1px'],
  ['border:1px solid #ccc', 'border:1px url(http://x)'],
  ['border-spacing:1px 2px', 'border-spacing:1px url(x)'],
  ['width:50%', 'width:expression(1)'],
  ['max-width:100px', 'max-width:url(x);position:fixed'],
];

/** What would cover the page by its size, or by what has no room in it. */
const SIZES: [string, string, string][] = [
  ['p', 'width:1999px', 'width:2000px'],
  ['p', 'width:100%', 'width:101%'],
  ['p', 'width:99em', 'width:100em'],
  ['p', 'width:0.5px', 'width:0'],
  ['p', 'max-width:1px', 'max-width:0.0%'],
  ['img', 'height:1999px', 'height:99999px'],
  ['img', 'max-height:100%', 'max-height:00px'],
  ['td', 'height:1px', 'height:0px'],
  ['p', 'width:auto', 'height:auto'],
  ['div', 'width:1px', 'height:1px'],
  ['td', 'height:1px', 'max-height:1px'],
  ['p', 'font-size:99px', 'font-size:101px'],
  ['p', 'font-size:100px', 'font-size:9999px'],
  ['p', 'font-size:4.5em', 'font-size:5em'],
  ['p', 'font-size:399%', 'font-size:400%'],
  ['p', 'line-height:1', 'line-height:0.9'],
  ['p', 'line-height:1.5', 'line-height:0'],
  ['p', 'line-height:100%', 'line-height:99%'],
  ['p', 'line-height:10px', 'line-height:9px'],
  ['p', 'line-height:normal', 'line-height:-1'],
  ['p', 'text-indent:399px', 'text-indent:400px'],
  ['p', 'text-indent:36pt', 'text-indent:-36pt'],
  ['p', 'margin:0 399px', 'margin:400px'],
  ['p', 'padding:1px 2px 3px 4px', 'padding:1px 2px 3px 4px 5px'],
  ['p', 'padding:0', 'padding:auto'],
  ['p', 'border:99px solid rgb(1, 2, 3)', 'border:100px solid red'],
  ['p', 'vertical-align:-99px', 'vertical-align:-100px'],
  ['table', 'border-spacing:99px', 'border-spacing:100px'],
];

const ATTRIBUTES: [string, string][] = [
  ['p', 'class dir lang title role aria-label aria-hidden data-more'],
  ['a', 'href name id'],
  ['img', 'src srcset sizes alt width height'],
  ['audio', 'src controls preload loop muted'],
  ['video', 'src controls preload loop muted poster width height'],
  ['source', 'src srcset type media sizes'],
  ['track', 'src kind srclang label default'],
  ['table', 'border cellpadding cellspacing summary width'],
  ['td', 'colspan rowspan headers align valign width height'],
  ['th', 'colspan rowspan headers scope align valign width height'],
  ['col', 'span width'],
  ['colgroup', 'span width'],
  ['ol', 'start type reversed'],
  ['li', 'value'],
  ['blockquote', 'cite'],
  ['q', 'cite'],
  ['del', 'cite datetime'],
  ['ins', 'cite datetime'],
  ['time', 'datetime'],
  ['details', 'open'],
  ['math', 'display xmlns'],
  ['mo', 'stretchy fence separator accent form'],
  ['mi', 'mathvariant'],
  ['mstyle', 'mathvariant displaystyle scriptlevel'],
  ['mspace', 'width height depth'],
  ['mtable', 'columnalign rowspacing columnspacing'],
  ['mfrac', 'linethickness'],
];

describe('of what HTML is made', () => {
  // conventions#46
  test.each(FORMATS)('%s stays, %s goes', (kept, gone) => {
    expect(cleanHtml(`<p style='${kept}'>a</p>`)).toContain(kept.split(':', 1)[0]);
    expect(cleanHtml(`<p style="${gone}">a</p>`)).toBe('<p>a</p>');
  });

  // conventions#46
  test.each(SIZES)('of %s %s stays, %s goes', (tag, kept, gone) => {
    expect(cleanHtml(`<${tag} style="${kept}">`)).toContain(`style="${kept}"`);
    expect(cleanHtml(`<${tag} style="${gone}">`)).not.toContain('style');
  });

  test.each([
    ['a.png', true],
    ['a.png 1x, b.png 2.5x', true],
    ['/a,b.png 100w,\n/c.png 200w', true],
    ['a.png 1x,b.png 2x', true],
    [' a.png , b.png', true],
    ['', false],
    ['a.png 1x 2x', false],
    ['a.png 0w', false],
    ['a.png (', false],
    ['a.png ten', false],
    ['a.png,,b.png', false],
    ['a.png 1x,, b.png', false],
  ])('of pictures to choose from %j stays: %s', (srcset, stays) => {
    expect(cleanHtml(`<img srcset="${srcset}">`).includes('srcset')).toBe(stays);
  });

  // What parses them would write of it to where the log goes, once for each.
  test('nothing is printed of pictures that are none', () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom('a', '1', '0', '1x', '2w', '0w', '.', '-', ',', ' ', '\n', '(', ')', '\u00a0'), { maxLength: 10 }),
          (pieces) => {
            cleanHtml(`<img srcset="${pieces.join('')}">`);
            expect(print.mock.calls).toEqual([]);
          },
        ),
        { numRuns: 2_000 },
      );
    } finally {
      print.mockRestore();
    }
  });

  // conventions#47
  test.each(['style="color:red;', 'href="', 'src="', 'srcset="', 'cite="', 'poster="'])(
    'nothing is parsed that is longer than 8,000: %s',
    (attribute) => {
      const name = attribute.slice(0, attribute.indexOf('='));
      const tag = { href: 'a', cite: 'q', src: 'video', poster: 'video', srcset: 'img' }[name] ?? 'p';
      const filled = (length: number) => `<${tag} ${attribute.padEnd(attribute.indexOf('"') + 1 + length, name === 'style' ? ';' : 'a')}">`;
      expect(cleanHtml(filled(8_000))).toContain(`${name}="`);
      expect(cleanHtml(filled(8_001))).not.toContain(name);
    },
  );

  // conventions#45
  test.each(ATTRIBUTES)('of %s stay %s', (tag, attributes) => {
    const written = attributes.split(' ').map((name) => `${name}="1"`);
    const cleaned = cleanHtml(`<${tag} ${written.join(' ')} onclick="1" action="1">`);
    expect(cleaned).toMatch(new RegExp(`^<${tag} ${written.join(' ')}( /)?>`));
  });

  // conventions#45
  test.each(['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe', 'object'])(
    'what stands in %s goes with it',
    (tag) => expect(cleanHtml(`a<${tag}>b</${tag}>c`)).toBe('ac'),
  );

  // conventions#45
  test.each(['href', 'cite', 'src', 'poster'])('%s leads nowhere but into the web, mails and calls', (name) => {
    const tag = { href: 'a', cite: 'q', src: 'video', poster: 'video' }[name];
    for (const scheme of ['http:', 'https:', 'mailto:', 'tel:'])
      expect(cleanHtml(`<${tag} ${name}="${scheme}x">`)).toContain(`${name}="${scheme}x"`);
    for (const scheme of ['javascript:', 'data:', 'ftp:', 'vbscript:'])
      expect(cleanHtml(`<${tag} ${name}="${scheme}x">`)).not.toContain(scheme);
  });
});

describe('a text whose elements are nested', () => {
  const tooDeep = (text: string): boolean => {
    const read = html().read(text);
    if (read instanceof Refused) expect(read.type).toBe('too_deep');
    return read instanceof Refused;
  };
  const within = (depth: number, text: string) => `${'<b>'.repeat(depth)}${text}${'</b>'.repeat(depth)}`;

  // conventions#44
  test('100 deep is taken, 101 deep is not', () => {
    expect(MAX_DEPTH).toBe(100);
    expect(cleanHtml(within(100, 'x'))).toBe(within(100, 'x'));
    expect(tooDeep(within(101, 'x'))).toBe(true);
    expect(tooDeep(within(100, '<br>'))).toBe(true);
    expect(html().read(within(101, 'x'))).toEqual(new Refused('too_deep', 'has elements nested more than 100 levels deep'));
  });

  test.each([
    '<b>',
    '<p><div></p>',
    '<math><mi>',
    '<table><td>',
    '<svg>',
    '<x-y>',
    '<b><p>',
    '<ul><li>',
    '<li><p>',
    '<b title=">">',
    '<b/>',
  ])('%s without an end is too deep', (unit) => expect(tooDeep(unit.repeat(5_000))).toBe(true));

  // What nobody closes, because HTML closes it by itself.
  test.each([
    '<p>a',
    '<li>a',
    '<br>',
    '<hr>a',
    '<img src="a">',
    '<dt>a<dd>b',
    '<tr><td>a<td>b',
    '<p>a<br>b',
    '<option>a',
    '<p>a</p>',
    '</p>',
    '</x>a',
  ])('%s however often is not deep at all', (unit) => expect(tooDeep(`<ul>${unit.repeat(5_000)}`)).toBe(false));

  test.each([
    ['comments', (tags: string) => `<!-- ${tags} -->`],
    ['attributes', (tags: string) => `<i title="${tags}">a</i>`],
    ['scripts', (tags: string) => `<script>${tags}</script>`],
    ['styles', (tags: string) => `<style>${tags}</style>`],
    ['areas of text', (tags: string) => `<textarea>${tags}</textarea>`],
  ])('what stands in %s is no element', (_where, wrap) => {
    expect(tooDeep(wrap('<b>'.repeat(200)))).toBe(false);
    // Nor does it close one.
    expect(tooDeep(`<b>${wrap('</b>')}`.repeat(200))).toBe(true);
  });
});

// discussions#18, discussions#40
describe('clean HTML that shows nothing', () => {
  test.each([
    '',
    ' ',
    '<p></p>',
    '<p> </p>',
    '<br>',
    '<p>&nbsp;</p>',
    '<p>\u200b</p>',
    '<hr>',
    '<ul><li></li></ul>',
    '<img>',
    '<img alt="a">',
    '<img src="javascript:a">',
    '<video></video>',
    '<p title="src=a">',
    '<a href="a"></a>',
    '<script>a</script>',
    '<!-- a -->',
  ])('%j', (text) => expect(isBlankHtml(cleanHtml(text))).toBe(true));
  test.each([
    'a',
    '<p>.</p>',
    '&lt;',
    '&amp;nbsp;',
    '<b>0</b>',
    '<img src="a.png">',
    '<img title="a" srcset="a.png">',
    '<video controls src="a"></video>',
    '<audio><source src="a"></audio>',
    '<math><mi>x</mi></math>',
    '😀',
  ])('but not %j', (text) => expect(isBlankHtml(cleanHtml(text))).toBe(false));
});

describe('the reader of HTML', () => {
  // conventions#44
  test('takes long texts', () => {
    expect(LONG_TEXT).toBe(500_000);
    expect(html().schema).toEqual({ type: 'string', format: 'html', maxLength: 500_000 });
  });

  const refusal = (raw: unknown) => {
    const read = html(20).read(raw);
    return read instanceof Refused ? read.type : read;
  };
  // conventions#43, conventions#44
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

describe('a text whose tags have nothing but their names', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<li>',
      '<ul>',
      '</ul>',
      '<br>',
      '<br/>',
      '<hr />',
      '<script>',
      '</script>',
      '<x-y>',
      '<table>',
      '<td>',
    ],
    ...['<a>', '</a>', '<img>', '<!-- c -->', '<!doctype html>', '</', '<', '>', '&', '&lt;', 'a', ' ', '\n', '/', '=', '"', '<p', '<b\t>'],
  );

  // Beside a tag with an attribute every rule is asked.
  test('is cleaned as any other', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(cleanHtml(`<hr title="t">${text}`)).toBe(`<hr title="t" />${cleanHtml(text)}`);
      }),
      { numRuns: 2_000 },
    );
  });

  // As long as texts may be: what went over all that follows for each `<` would take minutes.
  test.each(['<a', '<a>', '<', '<a<b '])('of %j alone is cleaned at once, however long it is', { timeout: 20_000 }, (piece) => {
    expect(cleanHtml(piece.repeat(LONG_TEXT / piece.length))).not.toContain('<script');
  });
});
