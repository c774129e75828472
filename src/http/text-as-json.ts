/** What JSON writes as six characters each, and some that it does not. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** How much longer a text is as JSON, where that is far longer than the text. */
export const moreAsJson = (text: string): number => (CONTROL.test(text) ? JSON.stringify(text).length - text.length : 0);

export const lengthAsJson = (text: string): number => text.length + moreAsJson(text);
export const plainLength = (text: string): number => text.length;

/** The lengths of all texts in an answer, as often as each is there, or some number above `most` where they are more than that. */
export function textIn(answer: unknown, most: number, lengthOf: (text: string) => number): number {
  if (typeof answer === 'string') return lengthOf(answer);
  if (typeof answer !== 'object' || answer === null || ArrayBuffer.isView(answer)) return 0;
  let sum = 0;
  for (const part of Array.isArray(answer) ? answer : Object.values(answer)) {
    sum += textIn(part, most - sum, lengthOf);
    if (sum > most) break;
  }
  return sum;
}
