import sanitize from 'sanitize-html';
import { STYLES } from './html-styles.ts';
import { type Reader, Refused, textOf } from './types.ts';

const BLOCKS =
  'address article aside blockquote center div dd details dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary ul';
const WORDS =
  'a abbr b bdi bdo big br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr';
const TABLES = 'caption col colgroup table tbody td tfoot th thead tr';
const MEDIA = 'img picture audio video source track';
const MATHEMATICS =
  'math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics';

const names = (...lists: string[]): string[] => lists.flatMap((list) => list.split(' '));

/** Elements within elements, as deep as a text may be. What costs more with each open element costs no more than these. */
export const MAX_DEPTH = 100;

/** Addresses and styles are parsed once more, by what was not made for long ones. */
const PARSED = ['style', 'href', 'src', 'srcset', 'cite', 'poster'] as const;
const LONGEST_PARSED = 8_000;

// The parser of pictures to choose from writes what it does not understand to the standard output, and begins again at each
// comma of many: it gets what it reads without a complaint.
const BLANK = String.raw`[ \t\n\r\f]`;
const ADDRESS = String.raw`[^, \t\n\r\f](?:,?[^, \t\n\r\f])*`;
const DESCRIPTOR = String.raw`(?:[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,4})?x)`;
const PICTURE = new RegExp(`${BLANK}*${ADDRESS}(?:${BLANK}+${DESCRIPTOR})?${BLANK}*(?:,|$)`, 'y');

function isPictures(srcset: string): boolean {
  PICTURE.lastIndex = 0;
  while (PICTURE.lastIndex < srcset.length) if (!PICTURE.test(srcset)) return false;
  return srcset !== '';
}

function bearable(tag: string, attributes: sanitize.Attributes): sanitize.Attributes {
  for (const name of PARSED) if ((attributes[name]?.length ?? 0) > LONGEST_PARSED) delete attributes[name];
  if (attributes['srcset'] !== undefined && !isPictures(attributes['srcset'])) delete attributes['srcset'];
  // A page that is opened from a text must not be able to steer the page it was opened from.
  if (tag === 'a' && attributes['target']) attributes['rel'] = 'noopener noreferrer';
  return attributes;
}

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
  allowedStyles: STYLES,
  nestingLimit: MAX_DEPTH,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe', 'object'],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: bearable(tagName, attribs) }) },
};

/** What most people write: the rules for attributes, which are made ready anew for each text, are half of what it costs to clean it. */
const BARE: sanitize.IOptions = { ...OPTIONS, allowedAttributes: {}, allowedStyles: {}, transformTags: {} };
// A name ends where anything comes after it but the tag's end. No tag that is allowed has a `<` in its name: each begins a search
// of its own, so that none goes over what another has been over.
const WITH_ATTRIBUTES = /<[a-z][^\s/<>]*[\s/]/i;

class TooDeep extends Error {}
const TOO_DEEP = new TooDeep(`nested deeper than ${MAX_DEPTH}`);

/**
 * Elements are counted by the parser itself, as it opens and closes them: no other reading of comments, of quotes or of what is
 * closed without a tag can then say another depth. It is left at the first element too deep, while it is still cheap.
 */
function counted(): Pick<sanitize.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  return {
    onOpenTag() {
      if (++depth > MAX_DEPTH) throw TOO_DEEP;
    },
    onCloseTag() {
      depth--;
    },
  };
}

/**
 * Formatting, lists, tables, links, images, media and mathematics; nothing that runs, asks for input or covers the page (conventions#45).
 */
export function cleanHtml(dirty: string): string | Refused {
  try {
    return sanitize(dirty, { ...(WITH_ATTRIBUTES.test(dirty) ? OPTIONS : BARE), ...counted() });
  } catch (error) {
    if (error === TOO_DEEP) return new Refused('too_deep', `has elements nested more than ${MAX_DEPTH} levels deep`);
    throw error;
  }
}

const MEDIA_SHOWN = /<(?:img|audio|video|source)\s(?:[^>]*\s)?src(?:set)?="/;
const TAG = /<[^>]*>/g;
const SHOWN = /[^\s\p{Cc}\p{Cf}]/u;

/** Whether clean HTML shows nothing, neither text nor media (discussions#40). */
export const isBlankHtml = (clean: string): boolean => !MEDIA_SHOWN.test(clean) && !SHOWN.test(clean.replaceAll(TAG, ''));

/** The most that a long text has: bytes of HTML, characters of plain text (conventions#44). */
export const LONG_TEXT = 500_000;

/** HTML, cleaned on the way in (conventions#45). `max` counts bytes of what was sent. */
export const html = (max = LONG_TEXT): Reader<string> => ({
  schema: { type: 'string', format: 'html', maxLength: max },
  read(raw) {
    const sent = textOf(raw);
    if (sent instanceof Refused) return sent;
    if (Buffer.byteLength(sent) > max) return new Refused('too_long', `is too long (at most ${max} bytes)`);
    return cleanHtml(sent);
  },
});
