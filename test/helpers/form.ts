/** What a test sends: the data of a JSON body, or of a form with nested names. */
export type Data = string | number | boolean | null | readonly Data[] | { readonly [name: string]: Data | undefined };
export type Fields = Readonly<Record<string, Data | undefined>>;

/**
 * Nested data as a form's pairs: `{a: {b: [1]}}` is `a[b][]=1`. Where a list holds maps, each has to begin with a key that the
 * one before has too: that is how a reader of the form tells where an element begins.
 */
function flatten(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => pairs(name, value));
}

function pairs(name: string, value: Data | undefined): [string, string][] {
  if (value === undefined) return [];
  if (value === null) return [[name, '']];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (isList(value)) return value.flatMap((element) => pairs(`${name}[]`, element));
  return Object.entries(value).flatMap(([key, member]) => pairs(`${name}[${key}]`, member));
}

const isList = (value: object): value is readonly Data[] => Array.isArray(value);

/** The pairs as a query or a URL-encoded body. */
export const encodeForm = (fields: Fields): string =>
  flatten(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
