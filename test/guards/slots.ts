import type { Furniture } from '../helpers/furnished.ts';

/** What a path names under other words. */
const SAME: Readonly<Record<string, string>> = {
  sub_accounts: 'accounts',
  admins: 'users',
  crosslist: 'courses',
  course_nicknames: 'courses',
  graders: 'users',
  students: 'users',
  observees: 'users',
  observers: 'users',
  data: 'users',
  'assignments submissions': 'users',
  collection_items: 'collections items',
  outcomes: 'courses outcomes',
};

/** What names nothing of a school's: days and other words, the number of a revision, what comes and goes with a request. */
const NAMELESS: Readonly<Record<string, string>> = {
  ':date': '2026-11-24',
  '*': 'Papers',
  ':asset': 'assignment_1',
  ':asset_string': 'course_1',
  ':kind': 'submitting',
  ':item': 'grade',
  ':category': 'announcement',
  ':type': 'email',
  ':address': 'nobody@school.example',
  ':revision_id': '1',
  'page_views :id': '1',
  'progress :id': '1',
};

export interface Slot {
  /** Where in the path it stands, by segments. */
  at: number;
  /** Under what its ids are known, the more precise first. */
  kinds: readonly string[];
}

/** Terms stand in root accounts alone, and what is furnished in one below. */
const OF_ROOTS = '/accounts/:account_id/terms';

/** The parameters of a path that name something. */
export function slotsOf(path: string): Slot[] {
  const segments = path.split('/').slice(1);
  const words = segments.filter((one) => !one.startsWith(':'));
  return segments.flatMap((segment, at) => {
    const before = segments[at - 1] ?? '';
    if (!/^[:*]/.test(segment) || segment in NAMELESS || `${before} ${segment}` in NAMELESS) return [];
    const above = segments.slice(0, Math.max(at - 1, 0)).findLast((one) => words.includes(one)) ?? '';
    if (at === 1 && path.startsWith(OF_ROOTS)) return [{ at, kinds: ['root accounts'] }];
    const kinds = [`${above} ${before}`, `${words[0]} ${before}`, before].flatMap((kind) => [kind, SAME[kind] ?? kind]);
    return [{ at, kinds }];
  });
}

/** Under which of its names there is something. */
export const kindIn = (ids: Furniture, { kinds }: Slot): string | undefined => kinds.find((one) => one in ids);

/** The id of what stands at this place of a path. */
export function idIn(ids: Furniture, slot: Slot): number | string | undefined {
  const kind = kindIn(ids, slot);
  return kind === undefined ? undefined : ids[kind];
}

/** The path with the id that `ids` gives for each of its slots. */
export function filled(path: string, ids: (slot: Slot) => number | string | undefined): string {
  const slots = new Map(slotsOf(path).map((slot) => [slot.at, slot]));
  const segments = path.split('/').slice(1);
  const named = segments.map((segment, at) => {
    const slot = slots.get(at);
    if (!slot) return NAMELESS[segment] ?? (/^[:*]/.test(segment) ? '1' : segment);
    return String(ids(slot) ?? 1);
  });
  return `/${named.join('/')}`;
}
