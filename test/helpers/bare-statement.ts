import { mayWrite } from '../../src/store/attended.ts';
import type { Statement } from '../../src/store/sql/statement.ts';
import { written } from '../../src/store/values.ts';

/** A statement that declares nothing and takes its values in order: what the store does with statements is tested by these. */
export const bareStatement = <Row>(name: string, text: string): Statement<Row, readonly unknown[]> => ({
  name,
  text,
  writes: mayWrite(text),
  plannedForValues: false,
  onPrimary: false,
  takes: [],
  gives: {},
  bind: (values) => values.map(written),
});
