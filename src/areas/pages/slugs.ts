import { LARGEST_INT } from '../../kernel/integers.ts';
import { sortKey } from '../../store/sort-key.ts';

/** Characters of a slug, with the number that it may end with. */
export const LONGEST_SLUG = 200;
/** The slug of a title that has no letter and no digit. */
const NAMELESS = 'page';

/**
 * A text as addresses write it: letters and digits of any script in lower case and without accents, and a hyphen for whatever stands
 * between them. What is one already stays as it is, so that a page is found by its slug and by its title (pages#8).
 */
export const slugIn = (text: string): string =>
  sortKey(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** The slug that a title gives, before it is seen whether another page has it. */
export function slugOf(title: string): string {
  const slug = Array.from(slugIn(title)).slice(0, LONGEST_SLUG).join('').replace(/-$/, '');
  return slug === '' ? NAMELESS : slug;
}

/** Whether a page that is asked for by this slug could have it. */
export const isTooLong = (slug: string): boolean => Array.from(slug).length > LONGEST_SLUG;

/** A title for a page that was asked for by an address alone. */
export const titleOf = (slug: string): string => slug.replaceAll('-', ' ');

/** How a page is named in a path: by its slug, by its title, by its id, or by a number that may be either (pages#12). */
export interface PageName {
  url: string | null;
  /** What a page of this title has, where none has the slug itself: of long titles, another. */
  titleUrl: string | null;
  id: number | null;
}

const BY_ID = 'page_id:';
const idIn = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_INT ? Number(text) : null);

export function pageName(text: string): PageName {
  if (text.startsWith(BY_ID)) return { url: null, titleUrl: null, id: idIn(text.slice(BY_ID.length)) };
  const url = slugIn(text);
  // Marks alone lead nowhere: `?` would change or delete whatever page is at `page`.
  return url === '' ? { url: null, titleUrl: null, id: null } : { url, titleUrl: slugOf(text), id: idIn(text) };
}
