import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Item,
  type Order,
  reordered,
  reorderedIn,
  withGroups,
  withoutGroup,
  withoutQuestion,
  withQuestion,
} from '../../../../src/areas/quizzes/questions/order.ts';

const q = (id: number): Item => ({ type: 'question', id });
const g = (id: number): Item => ({ type: 'group', id });
/** Questions 1 and 2, the group 7 of 3, 4 and 5, the question 6, and an empty group 8. */
const ORDER: Order = {
  items: [q(1), q(2), g(7), q(6), g(8)],
  groups: new Map([
    [7, [3, 4, 5]],
    [8, []],
  ]),
};
const shown = ({ items, groups }: Order) => [
  items.map(({ type, id }) => `${type === 'group' ? 'g' : ''}${id}`).join(' '),
  ...[...groups.values()].map(String),
];

describe('the order of a quiz', () => {
  // quizzes#33, quizzes#103
  test.each<[string, Order, string[]]>([
    ['a new question comes last', withQuestion(ORDER, 9, null), ['1 2 g7 6 g8 9', '3,4,5', '']],
    ['a new one comes where it is put', withQuestion(ORDER, 9, null, 3), ['1 2 9 g7 6 g8', '3,4,5', '']],
    ['a number below the first is the first', withQuestion(ORDER, 9, null, -5), ['9 1 2 g7 6 g8', '3,4,5', '']],
    ['a number beyond the last is the last', withQuestion(ORDER, 1, null, 99), ['2 g7 6 g8 1', '3,4,5', '']],
    ['one that is not moved stays', withQuestion(ORDER, 2, null), ['1 2 g7 6 g8', '3,4,5', '']],
    ['one that is not moved stays in its group', withQuestion(ORDER, 4, 7), ['1 2 g7 6 g8', '3,4,5', '']],
    ['one moves within its group', withQuestion(ORDER, 5, 7, 1), ['1 2 g7 6 g8', '5,3,4', '']],
    ['one comes to the end of a group', withQuestion(ORDER, 1, 7), ['2 g7 6 g8', '3,4,5,1', '']],
    ['one comes into a group where it is put', withQuestion(ORDER, 3, 8, 4), ['1 2 g7 6 g8', '4,5', '3']],
    ['one leaves its group to the end', withQuestion(ORDER, 3, null), ['1 2 g7 6 g8 3', '4,5', '']],
    ['one goes', withoutQuestion(ORDER, 4), ['1 2 g7 6 g8', '3,5', '']],
    ['groups come last', withGroups(ORDER, [9, 10]), ['1 2 g7 6 g8 g9 g10', '3,4,5', '', '', '']],
    ['a group goes with its questions', withoutGroup(ORDER, 7), ['1 2 6 g8', '']],
  ])('when %s', (_, after, expected) => {
    expect(shown(after)).toEqual(expected);
  });

  // quizzes#104
  test.each<[string, Order, string[]]>([
    ['what is named comes first', reordered(ORDER, [g(8), q(6), q(4)]), ['g8 6 4 1 2 g7', '3,5', '']],
    ['a group and a question of one number are two', reordered(withQuestion(ORDER, 7, null), [q(7), g(7)]), ['7 g7 1 2 6 g8', '3,4,5', '']],
    ['what is named comes into the group', reorderedIn(ORDER, 7, [5, 1, 3]), ['2 g7 6 g8', '5,1,3,4', '']],
  ])('when %s', (_, after, expected) => {
    expect(shown(after)).toEqual(expected);
  });

  // quizzes#104
  test('keeps each question once, whatever is named', () => {
    const questions = [1, 2, 3, 4, 5, 6];
    fc.assert(
      fc.property(fc.shuffledSubarray(questions), fc.constantFrom(null, 7, 8), (named, group) => {
        const after = group === null ? reordered(ORDER, named.map(q)) : reorderedIn(ORDER, group, named);
        const all = [...after.items.flatMap((one) => (one.type === 'question' ? [one.id] : [])), ...[...after.groups.values()].flat()];
        expect(all.toSorted()).toEqual(questions);
      }),
    );
  });
});
