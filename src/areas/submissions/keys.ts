/** Rows of submissions, which both of their ids name. */
export const keyOf = (row: { assignmentId: number; userId: number }): string => `${row.assignmentId} ${row.userId}`;

export const pairs = (rows: readonly { assignmentId: number; userId: number }[]) => ({
  assignmentIds: rows.map((row) => row.assignmentId),
  userIds: rows.map((row) => row.userId),
});

export function bySubmission<Row extends { assignmentId: number; userId: number }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const list = found.get(keyOf(row));
    if (list) list.push(row);
    else found.set(keyOf(row), [row]);
  }
  return found;
}
