import { percentile, type Target } from './measure.ts';

/** A server has something to spare, as it should in everyday use. */
const ANOTHER_EVERY_MS = 5;

/** Asks at a steady rate, whether or not earlier requests are answered yet, until it is stopped; gives back what each took. */
function steadily({ url, headers }: Target): () => Promise<number[]> {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const begun = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
    return performance.now() - begun;
  };
  const timer = setInterval(() => void asked.push(ask()), ANOTHER_EVERY_MS);
  return () => {
    clearInterval(timer);
    return Promise.all(asked);
  };
}

/** Milliseconds that all but one in a hundred of the requests stay under that are sent while the work goes on. */
export async function during(target: Target, work: () => Promise<unknown>): Promise<number> {
  const stop = steadily(target);
  await work();
  return percentile(await stop(), 0.99);
}
