import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from '../../../src/areas/groups/spreading.ts';

// groups#43
test('the first goes where fewest are, and neighbours go apart', () => {
  const groups = [
    { id: 1, members: 1 },
    { id: 2, members: 0 },
  ];
  expect([...spread([5, 6, 7], groups, null)]).toEqual([
    [2, [5, 7]],
    [1, [6]],
  ]);
  expect([...spread([5, 6, 7], groups, 1)]).toEqual([[2, [5]]]);
  expect([...spread([5], [], null)]).toEqual([]);
});

// groups#43
test('everybody who finds room is given once, evenly, and within the limit', () => {
  const some = fc.record({
    people: fc.uniqueArray(fc.nat(), { maxLength: 40 }),
    sizes: fc.array(fc.nat(8), { maxLength: 6 }),
    limit: fc.option(fc.integer({ min: 1, max: 8 })),
  });
  fc.assert(
    fc.property(some, ({ people, sizes, limit }) => {
      const groups = sizes.map((members, id) => ({ id, members }));
      const given = spread(people, groups, limit);
      const placed = [...given.values()].flat();
      const room = sizes.reduce((sum, members) => sum + (limit === null ? Infinity : Math.max(0, limit - members)), 0);
      expect(new Set(placed).size).toBe(placed.length);
      expect(placed.length).toBe(Math.min(people.length, room));
      const after = sizes.map((members, id) => members + (given.get(id)?.length ?? 0));
      for (const [id, size] of after.entries()) {
        if (!given.has(id)) continue;
        if (limit !== null) expect(size).toBeLessThanOrEqual(limit);
        // Nobody was given to a group while another had two members less and room.
        for (const other of after) if (limit === null || other < limit) expect(size - other).toBeLessThanOrEqual(1);
      }
    }),
  );
});
