export interface Dates {
  dueAt: Date | null;
  unlockAt: Date | null;
  lockAt: Date | null;
}

/** What an override says: the dates that it overrides, null where it takes one away. */
export type Overriding = { [K in keyof Dates]?: Dates[K] | undefined };

type Field = keyof Dates;

/** Of two dates the more lenient: open earlier, due and locked later (overrides#5). None at all is the most lenient. */
const LENIENT: Record<Field, (a: Date, b: Date) => Date> = {
  dueAt: (a, b) => (a > b ? a : b),
  unlockAt: (a, b) => (a < b ? a : b),
  lockAt: (a, b) => (a > b ? a : b),
};

function mostLenient(field: Field, dates: readonly (Date | null)[]): Date | null {
  const [first = null, ...others] = dates;
  let most = first;
  for (const date of others) most = most === null || date === null ? null : LENIENT[field](most, date);
  return most;
}

const settings = (field: Field, overrides: readonly Overriding[]): (Date | null)[] =>
  overrides.flatMap((override) => {
    const date = override[field];
    return date === undefined ? [] : [date];
  });

const byField = (of: (field: Field) => Date | null): Dates => ({ dueAt: of('dueAt'), unlockAt: of('unlockAt'), lockAt: of('lockAt') });

// The rule in TypeScript: requests read it in SQL (`datesFor` of relations.ts), which tests hold to this.

/** The dates of who the overrides apply to: the base date only where none of them says anything (overrides#3). */
export const datesUnder = (base: Dates, overrides: readonly Overriding[]): Dates =>
  byField((field) => {
    const set = settings(field, overrides);
    return set.length === 0 ? base[field] : mostLenient(field, set);
  });

/**
 * The dates as those see them who edit or grade: the most lenient of what anybody has. Nobody has the base date where every
 * section has one of its own (overrides#5).
 */
export function datesAcross(
  base: Dates,
  overrides: readonly (Overriding & { sectionId: number | null })[],
  sections: readonly number[],
): Dates {
  return byField((field) => {
    const setting = overrides.filter((override) => override[field] !== undefined);
    const everywhere = sections.length > 0 && sections.every((id) => setting.some((override) => override.sectionId === id));
    const set = settings(field, setting);
    return mostLenient(field, everywhere ? set : [base[field], ...set]);
  });
}
