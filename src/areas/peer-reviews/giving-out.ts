interface Review {
  userId: number;
  assessorId: number;
}

/**
 * Who is to review whom besides those who do already: with these, each of the people reviews `count` others (all of them where there are
 * fewer), and each is reviewed as often; what is there already may leave somebody reviewed more or less often (peer-reviews#10). `order` is
 * the people in the order in which they review each other around: shuffled by who calls.
 */
export function giveOut(order: readonly number[], count: number, there: readonly Review[]): Review[] {
  const each = Math.min(count, order.length - 1);
  const reviewers = new Map(order.map((userId) => [userId, new Set<number>()]));
  for (const { userId, assessorId } of there) if (reviewers.has(assessorId)) reviewers.get(userId)?.add(assessorId);
  const alreadyReviewing = new Map<number, number>();
  for (const some of reviewers.values())
    for (const assessorId of some) alreadyReviewing.set(assessorId, (alreadyReviewing.get(assessorId) ?? 0) + 1);

  /** The next ones around whom the reviewer does not review yet; last of all those who are reviewed often enough. */
  const nextAround = (assessorId: number, position: number): number[] => {
    const missing = each - (alreadyReviewing.get(assessorId) ?? 0);
    const found: number[] = [];
    for (const most of [each, Number.POSITIVE_INFINITY])
      for (let step = 1; step < order.length && found.length < missing; step++) {
        const userId = order[(position + step) % order.length] ?? assessorId;
        const some = reviewers.get(userId);
        if (some === undefined || some.has(assessorId) || some.size >= most) continue;
        some.add(assessorId);
        found.push(userId);
      }
    return found;
  };
  return order.flatMap((assessorId, position) => nextAround(assessorId, position).map((userId) => ({ userId, assessorId })));
}
