/** Fewer digits than these every double holds. */
const MANY_DIGITS = /[\d.]{16}/;

/** Decimal notation without the zeros that end a fraction. */
function spelled(source: string): string {
  if (!source.includes('.')) return source;
  let end = source.length;
  while (source[end - 1] === '0') end--;
  return source.slice(0, source[end - 1] === '.' ? end - 1 : end);
}

function kept(this: unknown, _name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !MANY_DIGITS.test(source)) return value;
  // An exponent is no decimal notation, which is what text has to be to be read as a number (conventions#30).
  return /e/i.test(source) || spelled(source) === decimalText(value) ? value : source;
}

/**
 * JSON, in which a number that no double holds digit by digit is kept as the text that was sent, as if it had come in quotes:
 * it may be meant as text (conventions#31), and who reads it as a number gets the same one from it.
 */
export const parseJson = (text: string): unknown => (MANY_DIGITS.test(text) ? JSON.parse(text, kept) : JSON.parse(text));

/** A number in decimal notation, however large or small it is. */
export function decimalText(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const sign = value < 0 ? '-' : '';
  const places = Number(exponent);
  return places < 0 ? `${sign}0.${'0'.repeat(-places - 1)}${whole}${fraction}` : `${sign}${whole}${fraction.padEnd(places, '0')}`;
}
