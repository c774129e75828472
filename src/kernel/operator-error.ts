/** What the operator of a command can mend, in a sentence: all that the command says when it ends by it. */
export class OperatorError extends Error {}
