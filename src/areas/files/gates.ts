import { courseOf } from '../../access/attached.ts';
import type { Ctx } from '../../access/context.ts';
import { accessIn } from '../../access/context-access.ts';
import type { FoundCourse, FoundEntry } from '../../access/found.ts';
import { contentsOfTopics, type Gate, gatedFor, gateOfTopic, gatesOf } from '../../access/gates.ts';
import type { Held } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { gateExplanation, gateFields, viewed } from '../../http/gates.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { type FileRow, filesJson } from './json.ts';
import type { File } from './schemas.ts';

/** Where files lie; those of users and groups stand in no module. */
export type FilePlace = Held & { course?: FoundCourse | null; entry?: FoundEntry | null };

type Asking = Pick<Ctx, 'db' | 'now' | 'caller'>;

/** What keeps the topic of an entry from the caller. */
async function gateOfEntry(ctx: Asking, entry: FoundEntry): Promise<Gate | null> {
  const course = courseOf(entry);
  if (!course?.gated) return null;
  const at = accessIn(ctx.caller, 'course', course);
  return gateOfTopic(await gatesOf(ctx, gatedFor(at, viewerOf(ctx.caller, at)), contentsOfTopics([entry])), entry);
}

async function gatesIn(ctx: Asking, { course, entry, ...held }: FilePlace, ids: readonly number[]): Promise<(id: number) => Gate | null> {
  if (entry) {
    const gate = await gateOfEntry(ctx, entry);
    return () => gate;
  }
  if (!course) return () => null;
  const at = { ...held, course };
  const gateOf = await gatesOf(ctx, gatedFor(at, viewerOf(ctx.caller, at)), { files: ids });
  return (id) => gateOf('files', id);
}

/** There is no address of a file that a module keeps from the caller (modules#37). */
const heldBack = (file: File, gate: Gate, timeZone: string): File => ({
  ...file,
  url: '',
  thumbnail_url: null,
  ...gateFields(gate, `attachment_${file.id}`, timeZone),
});

/** Files as the caller has them where they lie. */
export async function filesFor(ctx: Ctx, at: FilePlace, rows: readonly FileRow[]): Promise<File[]> {
  const gateOf = await gatesIn(
    ctx,
    at,
    rows.map((row) => row.id),
  );
  return filesJson(ctx, rows, ctx.now).map((file) => {
    const gate = gateOf(file.id);
    return gate === null ? file : heldBack(file, gate, ctx.caller.timeZone);
  });
}

/** A file by itself, which is looked at. */
export const fileViewed = <T extends { id: number; locked_for_user?: boolean }>(
  ctx: Ctx,
  { course, ...held }: FilePlace,
  file: T,
): Promise<T> => viewed(ctx, course ? { ...held, course } : null, file, { files: [file.id] });

/** Of some files, the ids of those that a module keeps from the caller. */
export async function heldAmong(ctx: Asking, at: FilePlace, ids: readonly number[]): Promise<number[]> {
  const gateOf = await gatesIn(ctx, at, ids);
  return ids.filter((id) => gateOf(id) !== null);
}

/** 401 and why, where a module keeps a file from the caller. */
export async function requireReached(ctx: Asking, at: FilePlace, id: number): Promise<void> {
  const gate = (await gatesIn(ctx, at, [id]))(id);
  if (gate) throw unauthorized(gateExplanation(gate, ctx.caller.timeZone));
}
