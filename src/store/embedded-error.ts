import { OperatorError } from '../kernel/operator-error.ts';

/** Why the embedded database cannot be used, in a sentence for whoever starts it. */
export class EmbeddedError extends OperatorError {}
