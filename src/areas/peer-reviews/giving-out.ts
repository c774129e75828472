interface Review {
  userId: number;
  assessorId: number;
}

/**
 * Who reviews whom: each of these people reviews `count` others (all of them where there are fewer), and each is reviewed as
 * often (peer-reviews#10). `order` is the people in the order in which they review each other around: shuffled by who calls.
 */
export function giveOut(order: readonly number[], count: number): Review[] {
  const each = Math.min(count, order.length - 1);
  return order.flatMap((assessorId, i) =>
    Array.from({ length: Math.max(each, 0) }, (_, step) => ({ assessorId, userId: order[(i + step + 1) % order.length] ?? assessorId })),
  );
}
