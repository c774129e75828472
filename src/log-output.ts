import pino, { type DestinationStream } from 'pino';

/** How many bytes wait at most for a reader that is behind; lines beyond are lost. */
const MOST_WAITING = 4_000_000;

/**
 * Pino's own output to an open file, which nothing waits for. A line that cannot be written (the disk is full, a terminal or a reader has
 * gone) is lost, and nothing else is (conventions#109): by itself pino ends the process for it, and tries without end as it does.
 */
export function logOutput(fd: number): DestinationStream {
  const output = pino.destination({ dest: fd, sync: false, maxLength: MOST_WAITING });
  const flushSync = output.flushSync.bind(output);
  let refused = false;
  output.removeAllListeners('error');
  output.on('error', () => {
    refused = true;
  });
  output.on('write', () => {
    refused = false;
  });
  // What is left as the process ends.
  output.flushSync = () => {
    if (!refused) flushSync();
  };
  return output;
}
