export interface Retries {
  /** How often a request is sent again. */
  most: number;
  /** The longest that is waited, in seconds: an answer that asks for more is handed on. */
  longestWait: number;
}

export type Send = (request: Request) => Promise<Response>;

/** For how many seconds an answer asks to wait: a number of them, or a date; undefined where it says neither. */
export function secondsToWait(response: Response, now: number): number | undefined {
  const said = response.headers.get('retry-after');
  if (said === null) return undefined;
  if (/^\d+$/.test(said)) return Number(said);
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/**
 * Sends a request again where the answer is 429 or 503 and says when to: nothing of it was done then, whatever its method. A 503 that
 * does not say so is not Lectern's, and is handed on like every other answer.
 */
export const retrying =
  (send: Send, { most, longestWait }: Retries): Send =>
  async (request) => {
    for (let sent = 0; ; sent++) {
      // The last one needs no body to send again.
      const response = await send(sent < most ? request.clone() : request);
      if ((response.status !== 429 && response.status !== 503) || sent >= most) return response;
      const seconds = secondsToWait(response, Date.now());
      if (seconds === undefined || seconds > longestWait) return response;
      await response.body?.cancel();
      await pause(seconds, request.signal);
    }
  };

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
