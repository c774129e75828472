const SECRETS = new Set(['access_token', 'access_code', 'validation_token', 'password', 'signature', 'feed_code']);

/**
 * Whether a parameter holds what is never repeated: not in page views, logs or addresses that the server writes (conventions#62). It
 * does wherever in a nested name the word stands.
 */
export const isSecret = (name: string): boolean => name.split(/[[\]]/).some((part) => SECRETS.has(part.toLowerCase()));

/** An address with its query, but for the parameters that hold secrets. */
export function withoutSecrets(url: string): string {
  const cut = url.indexOf('?');
  if (cut === -1) return url;
  const kept = url
    .slice(cut + 1)
    .split('&')
    .filter((pair) => !isSecret(decoded(pair.split('=', 1)[0] ?? '')));
  return url.slice(0, cut) + (kept.length === 0 ? '' : `?${kept.join('&')}`);
}

/** A name that is not well encoded is no parameter of ours; what it might have been is looked for all the same. */
function decoded(name: string): string {
  const spaced = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%([0-7][\da-f])/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  }
}
