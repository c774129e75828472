const SECRETS = new Set(['access_token', 'access_code', 'validation_token', 'password', 'signature', 'feed_code']);

/**
 * Whether a parameter holds a secret, which is never repeated in page views, logs or addresses that the server writes (conventions#62).
 * The word may stand anywhere in a nested name.
 */
export const isSecret = (name: string): boolean => name.split(/[[\]]/).some((part) => SECRETS.has(part.toLowerCase()));

/** An address without those parameters of its query that hold secrets. */
export function withoutSecrets(url: string): string {
  const cut = url.indexOf('?');
  if (cut === -1) return url;
  const kept = url
    .slice(cut + 1)
    .split('&')
    .filter((pair) => !isSecret(decoded(pair.split('=', 1)[0] ?? '')));
  return url.slice(0, cut) + (kept.length === 0 ? '' : `?${kept.join('&')}`);
}

/** The decoded name of a parameter. One that is badly encoded is decoded as far as possible, because it may name a secret as well. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name.replace(/%([0-7][\da-f])/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  }
}
