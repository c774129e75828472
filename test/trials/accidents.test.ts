import { expect, test } from 'vitest';
import type { Accident } from '../../trials/term/accidents/accident.ts';
import { History } from '../../trials/term/accidents/history.ts';

const ACCIDENT: Accident = { name: 'the database killed', excuses: [503], harm: () => Promise.resolve(() => Promise.resolve()) };
const answer = (status: number, headers: Record<string, string> = { 'retry-after': '5' }) => ({ status, text: '', headers });
const LONG_AFTER_MS = 60_000;

test('an accident excuses what it may cause, while it lasts and shortly after it', () => {
  const history = new History();
  const before = performance.now();
  expect(history.excuses(answer(503), before, performance.now())).toBe(false);
  const happening = history.begin(ACCIDENT);
  const now = performance.now();
  // Begun before it, and answered while it lasts.
  expect(history.excuses(answer(503), before - LONG_AFTER_MS, now)).toBe(true);
  expect(history.excuses(answer(503, {}), before, now)).toBe(false);
  expect(history.excuses(answer(0), before, now)).toBe(false);
  expect(history.excuses(answer(502), before, now)).toBe(false);
  happening.answeredAgain(120);
  const after = performance.now();
  expect(history.excuses(answer(503), after, after)).toBe(true);
  expect(history.excuses(answer(503), after + LONG_AFTER_MS, after + LONG_AFTER_MS)).toBe(false);
  expect(
    history
      .table([ACCIDENT])
      .at(-1)
      ?.split(/\s{2,}/),
  ).toEqual(['the database killed', '1', '120', '120', '3']);
});
