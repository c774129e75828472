import http from 'node:http';
import { percentile, type Target } from './measure.ts';

/** A server has something to spare, as it should in everyday use. */
const ANOTHER_EVERY_MS = 5;

/** Milliseconds that one request takes. Not by `fetch`: what it leaves to be collected stops this process, which the server would be blamed for. */
const ask = ({ url, headers }: Target, agent: http.Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = http.get(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET ${url}: ${response.statusCode}`));
      response.once('error', reject);
      response.once('end', () => resolve(performance.now() - begun));
      response.resume();
    });
    request.once('error', reject);
  });

/** Asks at a steady rate, whether or not earlier requests are answered yet, until it is stopped; gives back what each took. */
function steadily(target: Target): () => Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  const asked: Promise<number>[] = [];
  const timer = setInterval(() => void asked.push(ask(target, agent)), ANOTHER_EVERY_MS);
  return async () => {
    clearInterval(timer);
    const took = await Promise.all(asked);
    agent.destroy();
    return took;
  };
}

/** Milliseconds that all but one in a hundred of the requests stay under that are sent while the work goes on. */
export async function during(target: Target, work: () => Promise<unknown>): Promise<number> {
  const stop = steadily(target);
  await work();
  return percentile(await stop(), 0.99);
}
