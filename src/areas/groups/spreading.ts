interface GroupSize {
  id: number;
  members: number;
}

/**
 * Gives people to groups, each to one that has fewest members, until all are full (groups#43): groups that were equal stay so but for
 * one, and whoever stands next to another in the order comes into another group. Who finds no room is left out.
 */
export function spread(people: readonly number[], groups: readonly GroupSize[], limit: number | null): Map<number, number[]> {
  const sizes = groups.map((group) => ({ ...group }));
  const given = new Map<number, number[]>();
  for (const person of people) {
    let least: GroupSize | undefined;
    for (const group of sizes) if ((limit === null || group.members < limit) && (!least || group.members < least.members)) least = group;
    if (!least) break;
    least.members += 1;
    const before = given.get(least.id);
    if (before) before.push(person);
    else given.set(least.id, [person]);
  }
  return given;
}
