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
  expect(giveOut(order, count)).toHaveLength(wanted);
});

// peer-reviews#10
test('everybody reviews and is reviewed as often, nobody oneself or anybody twice', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1 }), { maxLength: 20 }), fc.integer({ min: 0, max: 25 }), (order, count) => {
      const reviews = giveOut(order, count);
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
