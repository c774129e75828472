import sanitize from 'sanitize-html';
import { lastOf } from './nesting.ts';
import { type Reader, Refused } from './types.ts';

const BLOCKS =
  'address article aside blockquote center div dd details dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary ul';
const WORDS =
  'a abbr b bdi bdo big br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr';
const TABLES = 'caption col colgroup table tbody td tfoot th thead tr';
const MEDIA = 'img picture audio video source track';
const MATHEMATICS =
  'math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics';

const names = (...lists: string[]): string[] => lists.flatMap((list) => list.split(' '));

const LENGTH = /^-?\d{1,5}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|ch|%)?$/;
const LENGTHS = /^(?:(?:auto|\d{1,5}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|ch|%)?)(?: |$)){1,4}$/;
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i;
const WORD = /^[a-z-]{1,30}$/i;
const BORDER = /^[\w\s#.,%()-]{1,80}$/;

/** Formatting only: nothing that takes a thing out of its place, so that no text can cover the page. */
const STYLES: Record<string, RegExp[]> = {
  color: [COLOR],
  'background-color': [COLOR],
  'text-align': [WORD],
  'text-decoration': [/^[a-z -]{1,60}$/i],
  'text-indent': [LENGTH],
  'vertical-align': [WORD, LENGTH],
  'white-space': [WORD],
  direction: [WORD],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'font-size': [LENGTH, WORD],
  'font-style': [WORD],
  'font-weight': [WORD, /^\d{3}$/],
  'line-height': [LENGTH, WORD],
  'list-style-type': [WORD],
  float: [WORD],
  clear: [WORD],
  width: [LENGTH, WORD],
  height: [LENGTH, WORD],
  'max-width': [LENGTH],
  'max-height': [LENGTH],
  margin: [LENGTHS],
  padding: [LENGTHS],
  border: [BORDER],
  'border-collapse': [WORD],
  'border-spacing': [LENGTHS],
};

const OPTIONS: sanitize.IOptions = {
  allowedTags: names(BLOCKS, WORDS, TABLES, MEDIA, MATHEMATICS),
  allowedAttributes: {
    '*': ['class', 'dir', 'lang', 'style', 'title', 'role', 'aria-label', 'aria-hidden', 'data-*'],
    a: ['href', 'name', 'target', 'rel', 'id'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height'],
    audio: ['src', 'controls', 'preload', 'loop', 'muted'],
    video: ['src', 'controls', 'preload', 'loop', 'muted', 'poster', 'width', 'height'],
    source: ['src', 'srcset', 'type', 'media', 'sizes'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    table: ['border', 'cellpadding', 'cellspacing', 'summary', 'width'],
    td: ['colspan', 'rowspan', 'headers', 'align', 'valign', 'width', 'height'],
    th: ['colspan', 'rowspan', 'headers', 'scope', 'align', 'valign', 'width', 'height'],
    col: ['span', 'width'],
    colgroup: ['span', 'width'],
    ol: ['start', 'type', 'reversed'],
    li: ['value'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    details: ['open'],
    math: ['display', 'xmlns'],
    mo: ['stretchy', 'fence', 'separator', 'accent', 'form'],
    mi: ['mathvariant'],
    mstyle: ['mathvariant', 'displaystyle', 'scriptlevel'],
    mspace: ['width', 'height', 'depth'],
    mtable: ['columnalign', 'rowspacing', 'columnspacing'],
    mfrac: ['linethickness'],
  },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe', 'object'],
  // A page that is opened from a text must not be able to steer the page it was opened from.
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: attribs['target'] ? { ...attribs, rel: 'noopener noreferrer' } : attribs }),
  },
};

/** What most people write: the rules for attributes, which are made ready anew for each text, are half of what it costs to clean it. */
const BARE: sanitize.IOptions = { ...OPTIONS, allowedAttributes: {}, allowedStyles: {} };
// A name ends where anything comes after it but the tag's end. No tag that is allowed has a `<` in its name: each begins a search
// of its own, so that none goes over what another has been over.
const WITH_ATTRIBUTES = /<[a-z][^\s/<>]*[\s/]/i;

/** Formatting, lists, tables, links, images, media and mathematics; nothing that runs, asks for input or covers the page (D1.11). */
export const cleanHtml = (dirty: string): string => sanitize(dirty, WITH_ATTRIBUTES.test(dirty) ? OPTIONS : BARE);

/** Long texts (D1.12). */
export const LONG_TEXT = 500_000;

/** HTML, cleaned on the way in (D1.11). `max` counts bytes of what was sent. */
export const html = (max = LONG_TEXT): Reader<string> => ({
  schema: { type: 'string', format: 'html', maxLength: max },
  read(raw) {
    const value = lastOf(raw);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return new Refused('invalid', 'must be a single value');
    const sent = String(value);
    if (sent.includes('\0') || !sent.isWellFormed()) return new Refused('invalid', 'has characters that are no text');
    if (Buffer.byteLength(sent) > max) return new Refused('too_long', `is too long (at most ${max} bytes)`);
    return cleanHtml(sent);
  },
});
