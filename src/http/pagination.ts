import { MAX_SIZE, type Page, type PageRequest, readBookmark } from '../kernel/pages.ts';
import { lastOf, type Raw, type RawMap } from './parameters/nesting.ts';
import { isSecret } from './secrets.ts';

const DEFAULT_SIZE = 10;

const single = (raw: Raw | undefined): string => {
  const value = lastOf(raw);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** More than 100 counts as 100; less than 1 or not a number as 10. */
export function pageSize(raw: Raw | undefined): number {
  const value = single(raw);
  if (!/^\d+$/.test(value) || Number(value) < 1) return DEFAULT_SIZE;
  return Math.min(Number(value), MAX_SIZE);
}

export function readPage(parameters: RawMap): PageRequest {
  const limit = pageSize(parameters['per_page']);
  const value = single(parameters['page']);
  // Beyond any list there is, and still a number that the database takes.
  const number = /^\d+$/.test(value) ? Math.min(Math.max(Number(value), 1), 1_000_000_000) : 1;
  return { limit, offset: (number - 1) * limit, bookmark: readBookmark(value) };
}

/** `page[]=2` says nothing of a page (conventions#56), and would contradict the one of a link. */
const saysPage = (name: string): boolean => /^(per_)?page(\[|$)/.test(name);

/** What a proxy takes in all headers of an answer is 8 kB where nobody has told it otherwise. */
const LARGEST_LINK = 8_000;

/**
 * The `Link` header: absolute, with every other parameter of the request kept (conventions#57). Long parameters are repeated in fewer
 * links: clients follow `next`, and know by `last` that there is none. Null where even that one would be too long.
 */
export function linkHeader(baseUrl: string, requestUrl: string, page: PageRequest, beside: Page<unknown>): string | null {
  const cut = requestUrl.indexOf('?');
  const path = cut === -1 ? requestUrl : requestUrl.slice(0, cut);
  const asked = new URLSearchParams(cut === -1 ? '' : requestUrl.slice(cut + 1));
  const current = asked.getAll('page').at(-1) || '1';
  for (const name of [...asked.keys()]) if (isSecret(name) || saysPage(name)) asked.delete(name);
  const kept = asked.size === 0 ? '' : `${asked.toString()}&`;
  const link = (rel: string, target: string) =>
    `<${baseUrl}${path}?${kept}page=${encodeURIComponent(target)}&per_page=${page.limit}>; rel="${rel}"`;
  const onward = beside.next === null ? link('last', current) : link('next', beside.next);
  const back = beside.prev === null ? [] : [link('prev', beside.prev)];
  const choices = [[link('current', current), onward, ...back, link('first', '1')], [onward, ...back], [onward]];
  return choices.map((links) => links.join(',')).find((header) => header.length <= LARGEST_LINK) ?? null;
}
