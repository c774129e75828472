import { readFileSync } from 'node:fs';

/** What a parameter means; undefined where no rule says it. */
export type Describe = (parameter: string) => string | undefined;

const RULES = new URL('../../../docs/rules/', import.meta.url);
const RULE = /^\*\*([\w-]+#\d+)\*\* (.+)$/gm;
const SENTENCE = /(?<=[.?!]) (?=[A-Z`])/;
/** A sentence that names more than so many things tells of none of them. */
const MOST_NAMES = 6;
const LONGEST = 400;

/** The rules of an area, as the product has them; none where it is installed without them. */
function textOf(area: string): string {
  try {
    return readFileSync(new URL(`${area}.md`, RULES), 'utf8');
  } catch {
    return '';
  }
}

interface Sentence {
  rule: string;
  text: string;
  /** What it names in code, in order. */
  names: readonly string[];
}

const sentencesOf = (text: string): Sentence[] =>
  [...text.matchAll(RULE)].flatMap(([, rule = '', body = '']) =>
    body.split(SENTENCE).map((sentence) => ({
      rule,
      text: sentence,
      names: [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    })),
  );

/** `course[name]`, `include[]=term` and `name` all name the last of their words that is no value. */
const isNamed = (name: string, parameter: string): boolean =>
  name === parameter || name.endsWith(`[${parameter}]`) || name.replace(/=.*$/s, '').replace(/\[\]$/, '') === parameter;

/** What an area's rules say of a parameter: the sentence that begins with it, or else the one that names least besides. */
export function described(area: string): { of: Describe; introduction: string | undefined } {
  const text = textOf(area);
  const sentences = sentencesOf(text);
  return {
    introduction: /^# .+\n\n(.+)$/m.exec(text)?.[1],
    of(parameter) {
      const telling = sentences.filter(
        ({ names, text: said }) => names.length <= MOST_NAMES && said.length <= LONGEST && names.some((name) => isNamed(name, parameter)),
      );
      const weight = ({ names }: Sentence) => (isNamed(names[0] ?? '', parameter) ? 0 : 100) + names.length;
      const [best] = telling.toSorted((a, b) => weight(a) - weight(b));
      return best && `${best.text} (${best.rule})`;
    },
  };
}
