import { type Examples, nothing } from '../../helpers/examples.ts';

export const examples: Examples = {
  requests: {
    exportGradebook: nothing,
  },
};
