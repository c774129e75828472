import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giveOut } from '../../../src/areas/peer-reviews/giving-out.ts';

// peer-reviews#10
test.each<[number[], number, number]>([
  [[], 2, 0],
  [[1], 2, 0],
  [[1, 2], 0, 0],
  [[1, 2], 1, 2],
  [[1, 2], 5, 2],
  [[1, 2, 3], 2, 6],
])('of %j each reviews at most %d: %d reviews', (order, count, wanted) => {
  expect(giveOut(order, count, [])).toHaveLength(wanted);
});

// peer-reviews#10
test('everybody reviews and is reviewed as often, nobody oneself or anybody twice', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1 }), { maxLength: 20 }), fc.integer({ min: 0, max: 25 }), (order, count) => {
      const reviews = giveOut(order, count, []);
      const each = Math.max(Math.min(count, order.length - 1), 0);
      for (const id of order) {
        expect(reviews.filter((review) => review.assessorId === id)).toHaveLength(each);
        expect(reviews.filter((review) => review.userId === id)).toHaveLength(each);
      }
      expect(reviews.every((review) => review.userId !== review.assessorId)).toBe(true);
      expect(new Set(reviews.map((review) => `${review.assessorId} ${review.userId}`)).size).toBe(reviews.length);
    }),
  );
});

// peer-reviews#10
test('reviews that are there already count among those of their reviewers', () => {
  const person = fc.integer({ min: 1, max: 12 });
  const review = fc.record({ assessorId: person, userId: person }).filter(({ assessorId, userId }) => assessorId !== userId);
  const made = fc.uniqueArray(review, { maxLength: 6, selector: ({ assessorId, userId }) => `${assessorId} ${userId}` });
  const people = fc.uniqueArray(person, { minLength: 2 });
  fc.assert(
    fc.property(people, fc.integer({ min: 0, max: 12 }), made, (order, count, there) => {
      const reviews = [...there, ...giveOut(order, count, there)].filter(({ userId }) => order.includes(userId));
      const each = Math.min(count, order.length - 1);
      for (const id of order) {
        const before = there.filter(({ assessorId, userId }) => assessorId === id && order.includes(userId)).length;
        expect(reviews.filter((one) => one.assessorId === id)).toHaveLength(Math.max(each, before));
      }
      expect(reviews.every((one) => one.userId !== one.assessorId)).toBe(true);
      expect(new Set(reviews.map((one) => `${one.assessorId} ${one.userId}`)).size).toBe(reviews.length);
    }),
  );
});

// peer-reviews#10
test('whoever is reviewed already is passed over while others are not', () => {
  const byHand = { assessorId: 1, userId: 3 };
  expect(giveOut([1, 2, 3, 4], 1, [byHand])).toEqual([
    { assessorId: 2, userId: 4 },
    { assessorId: 3, userId: 1 },
    { assessorId: 4, userId: 2 },
  ]);
});

// peer-reviews#10
test('whoever is reviewed by somebody else alone is reviewed as often as others', () => {
  expect(giveOut([1, 2, 3], 1, [{ assessorId: 9, userId: 2 }])).toEqual([
    { assessorId: 1, userId: 2 },
    { assessorId: 2, userId: 3 },
    { assessorId: 3, userId: 1 },
  ]);
});
