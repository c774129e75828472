import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortableAfter } from '../../../src/areas/users/editing.ts';
import { sortableName } from '../../../src/areas/users/names.ts';

// users#10
describe('the sortable name of a name', () => {
  test.each([
    ['Ada Lovelace', 'Lovelace, Ada'],
    ['Grace Brewster Hopper', 'Hopper, Grace Brewster'],
    ['Plato', 'Plato'],
    ['  Plato  ', 'Plato'],
    ['Ada   Lovelace', 'Lovelace, Ada'],
    ['Chika\tEze', 'Eze, Chika'],
    ['Zoë Ångström', 'Ångström, Zoë'],
    ['王 小明', '小明, 王'],
    ['Jean-Luc Picard', 'Picard, Jean-Luc'],
    ['', ''],
  ])('%j is %j', (name, expected) => {
    expect(sortableName(name)).toBe(expected);
  });

  // users#22
  test.each(['n', '🦊'])('has no more characters than the name may have: of %s', (one) => {
    const name = `${one.repeat(252)} ab`;
    expect(sortableName(name)).toBe(`ab, ${one.repeat(251)}`);
    expect(sortableName(name.slice(one.length))).toBe(`ab, ${one.repeat(251)}`);
    expect(sortableName(`${one.repeat(250)} b ab`)).toBe(`ab, ${one.repeat(250)}`);
  });

  const word = fc.stringMatching(/^[^\s,]{1,8}$/);

  test('of one word is that word', () => {
    fc.assert(fc.property(word, (one) => sortableName(one) === one));
  });

  test('holds the words of the name, the last one first', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 6 }), (words) => {
        const [last, rest] = sortableName(words.join(' ')).split(', ');
        expect(last).toBe(words.at(-1));
        expect(rest?.split(' ')).toEqual(words.slice(0, -1));
      }),
    );
  });
});

// users#11
describe('the sortable name after an edit', () => {
  const before = { name: 'Ada Byron', sortableName: 'Byron, Ada' };
  const own = { name: 'Ada Byron', sortableName: 'Countess' };

  test.each([
    ['nothing', before, {}, 'Byron, Ada'],
    ['the name', before, { name: 'Ada King' }, 'King, Ada'],
    ['the name, of one’s own', own, { name: 'Ada King' }, 'Countess'],
    ['the sortable name', before, { sortable_name: 'B., A.' }, 'B., A.'],
    ['both', before, { name: 'Ada King', sortable_name: 'B., A.' }, 'B., A.'],
    ['nothing, of one’s own', own, {}, 'Countess'],
  ])('of %s', (_what, from, edit, expected) => {
    expect(sortableAfter(from, edit)).toBe(expected);
  });

  test('follows every change of a name it was made from', () => {
    const name = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(name, name, (from, to) => {
        expect(sortableAfter({ name: from, sortableName: sortableName(from) }, { name: to })).toBe(sortableName(to));
      }),
    );
  });
});
