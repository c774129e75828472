import type { Examples } from '../../helpers/examples.ts';

export const examples: Examples = {
  requests: {
    renewFeedCodes: (w) => ({ by: w.rich.client }),
  },
};
