import { courseOf, readsEntry } from '../access/attached.ts';
import type { Ctx } from '../access/context.ts';
import {
  courseAccess,
  courseRoles,
  type FileAccess,
  groupRoles,
  loadAccess,
  userRoles,
  WHERE_TOPICS_STAND,
} from '../access/context-access.ts';
import type { FoundFile } from '../access/found.ts';
import { contentsOfTopics } from '../access/gates.ts';
import { type Held, may } from '../access/permissions.ts';
import { showFile } from '../areas/files/files.ts';
import { FILE_CALLED_FOR, FILE_STANDS } from '../areas/files/relations.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { boolean, int, text } from '../store/sql/types.ts';
import { accessOrNull, byRoles, type Condition, condition, type Explain, oneOf, statusOf } from './conditions.ts';
import { moduleNotes } from './modules.ts';

const file = statement({
  name: 'why_file',
  takes: { id: int },
  gives: { id: int, name: text, isThere: boolean },
  sql: (p) => sql`select f.id, f.display_name as name, ${FILE_STANDS} as "isThere" from ${FILE_CALLED_FOR} where named.id = ${p.id}`,
});

function heldIn(ctx: Ctx, { user, course, group }: FoundFile): Held | null {
  if (user) return userRoles(ctx.caller, user);
  if (course) return courseRoles(ctx.caller, course);
  return group && groupRoles(ctx.caller, group);
}

const ownerOf = ({ userId, course, groupId }: FoundFile): string =>
  userId !== null ? `user ${userId}` : course ? `course ${course.id}` : `group ${groupId ?? 0}`;

function conditionsOf(ctx: Ctx, found: FoundFile): Condition[] {
  const held = heldIn(ctx, found);
  const entry = found.entry ?? null;
  return [
    oneOf(`it is of ${ownerOf(found)}, and the user's to read`, [
      byRoles(held, 'file.read'),
      condition('it came with a message to the user, or with work that they read', found.received === true),
      condition('it came with an entry that the user reads', entry !== null && readsEntry(ctx.caller, entry, WHERE_TOPICS_STAND)),
    ]),
    oneOf('it is to be seen', [
      condition('neither it nor a folder above it is locked or hidden', !found.concealed),
      condition('the user manages the files there', held !== null && may(held, 'file.read_concealed')),
    ]),
  ];
}

/** What modules say of the file itself in its course, or of the topic of the entry by which alone the user reads it. */
async function notesOf(ctx: Ctx, at: FileAccess): Promise<string[]> {
  const course = at.entry ? courseOf(at.entry) : at.course;
  if (!course) return [];
  if (!at.entry) return moduleNotes(ctx, { ...at, course }, { files: [at.id] });
  return moduleNotes(ctx, courseAccess(ctx.caller, course), contentsOfTopics([at.entry]));
}

export const explainFile: Explain = async (ctx, id) => {
  const [row] = await ctx.db.rows(file, { id });
  if (!row) return undefined;
  const loaded = await loadAccess(ctx.db, { userId: ctx.caller.userId, actor: null }, 'file', { by: 'id', id });
  const at = await accessOrNull(ctx, 'file', id);
  const found = loaded?.found ?? null;
  return {
    subject: `file ${row.id}, "${row.name}"${row.id === id ? '' : `, which has replaced file ${id}`}`,
    conditions: [
      condition(
        'the file is not deleted, nor the course that it is of, nor its group if it was not turned in',
        row.isThere && found !== null,
      ),
      ...(found === null ? [] : conditionsOf(ctx, found)),
    ],
    notes: at ? await notesOf(ctx, at) : [],
    path: `/files/${id}`,
    status: await statusOf({ at, permission: 'file.read' }, async () => at && showFile(ctx, at)),
  };
};
