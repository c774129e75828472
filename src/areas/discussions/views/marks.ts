/** An entry of a stored view that is not deleted. */
export interface MarkableEntry {
  id: number;
  userId: number;
}

/** What a user marked in a topic: all entries up to one at once, and some by themselves (null: not so). */
export interface OwnMarks {
  markedThrough: number;
  markedRead: boolean;
  forcedThrough: number;
  forced: boolean;
  marks: readonly { id: number; read: boolean | null; forced: boolean | null }[];
}

/** An entry that was written, changed or deleted since the view was stored. */
export interface ChangedEntry extends MarkableEntry {
  deleted: boolean;
}

/** The entries of a topic as they are now, by id. */
export function entriesNow(stored: readonly MarkableEntry[], changed: readonly ChangedEntry[]): readonly MarkableEntry[] {
  if (changed.length === 0) return stored;
  const now = new Map(stored.map((entry) => [entry.id, entry]));
  for (const entry of changed) {
    if (entry.deleted) now.delete(entry.id);
    else now.set(entry.id, entry);
  }
  return [...now.values()].sort((a, b) => a.id - b.id);
}

/**
 * The ids that are unread and those that are forced for a user, by the rule that `readAs` and `forced` of entries/rows.ts are in
 * SQL: there it is for the entries of a page, here for all of a topic's, which a database would take longer to count up than
 * to send (discussions#50, discussions#61).
 */
export function markedIds(entries: readonly MarkableEntry[], userId: number, own: OwnMarks): { unread: number[]; forced: number[] } {
  const byEntry = new Map(own.marks.map((mark) => [mark.id, mark]));
  const unread: number[] = [];
  const forced: number[] = [];
  for (const { id, userId: author } of entries) {
    const mark = byEntry.size === 0 ? undefined : byEntry.get(id);
    if (!(mark?.read ?? (id <= own.markedThrough ? own.markedRead : author === userId))) unread.push(id);
    if (mark?.forced ?? (id <= own.forcedThrough && own.forced)) forced.push(id);
  }
  return { unread, forced };
}
