/** Does `work` for each, `atOnce` at a time. After the first failure no further one is begun. */
export async function forEach<T>(all: AsyncIterable<T> | Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const next = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  let failed = false;
  const go = async () => {
    for (let step = await next.next(); !step.done && !failed; step = await next.next()) await work(step.value);
  };
  const workers = Array.from({ length: atOnce }, () =>
    go().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const failure = (await Promise.allSettled(workers)).find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
