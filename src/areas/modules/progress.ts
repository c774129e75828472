import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { gatedFor } from '../../access/gates.ts';
import { readsAsEditor } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { gateExplanation } from '../../http/gates.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable, present, text, timestamptz } from '../../store/sql/types.ts';
import { namedStudent } from '../users/course-students.ts';
import { progressIn } from './relations.ts';
import type { ItemRow, ModuleRow } from './rows.ts';
import type { STATES } from './schemas.ts';

interface Stage {
  open: boolean;
  done: boolean;
  asked: number;
  met: number;
  metAt: Date | null;
}

/** Why an item is held back, which its module says. */
export interface Hold {
  moduleName: string;
  /** The date that the module waits for; null where it waits for something else. */
  unlockAt: Date | null;
}
interface Step extends Hold {
  metAt: Date | null;
  held: boolean;
}

/** How far one student is, by modules and by items. */
export interface Progress {
  stages: ReadonlyMap<number, Stage>;
  steps: ReadonlyMap<number, Step>;
}

const ASKED = { courseId: int, now: timestamptz, moduleIds: array(int) };
const TAKES = { ...ASKED, studentId: int };
const STAGE_ROW = { moduleId: int, open: boolean, done: boolean, asked: int, met: int, metAt: nullable(timestamptz) };

/** The progress in the modules that are asked for, and in those that these wait for. */
const progressOf = (p: ParametersOf<typeof ASKED>, students: Sql): Sql =>
  progressIn({
    places: sql`select ${p.courseId}::int as course_id, ${students} as students`,
    now: sql`${p.now}::timestamptz`,
    only: sql`m.id = any(array(select unnest(asked.waits_for || asked.id) from course_modules asked where asked.id = any(${p.moduleIds}::int[])))`,
  });
const progressOfStudent = (p: ParametersOf<typeof TAKES>): Sql => progressOf(p, sql`array[${p.studentId}::int]`);
const STAGE = sql`g.module_id as "moduleId", g.open, g.done, g.asked, g.met, g.met_at as "metAt"`;

const readStagesOf = statement({
  name: 'module_stages_of_student',
  takes: TAKES,
  gives: STAGE_ROW,
  sql: (p) => sql`with ${progressOfStudent(p)} select ${STAGE} from stages g where g.module_id = any(${p.moduleIds}::int[])`,
});
const read = statement({
  name: 'module_progress_of_student',
  takes: TAKES,
  gives: {
    ...STAGE_ROW,
    itemId: nullable(int),
    itemMetAt: nullable(timestamptz),
    held: nullable(boolean),
    moduleName: nullable(text),
    unlockAt: nullable(timestamptz),
  },
  sql: (p) => sql`with ${progressOfStudent(p)}
   select ${STAGE}, w.item_id as "itemId", w.met_at as "itemMetAt", w.held, w.module_name as "moduleName",
     case when w.early then w.unlock_at end as "unlockAt"
   from stages g left join paths w on w.module_id = g.module_id where g.module_id = any(${p.moduleIds}::int[])`,
});

type Reading = (ctx: Ctx, at: CourseAccess, studentId: number, moduleIds: readonly number[]) => Promise<Progress>;

const NO_PROGRESS: Progress = { stages: new Map(), steps: new Map() };

/** Where nothing is told of their items. */
const readStages: Reading = async (ctx, at, studentId, moduleIds) => {
  if (moduleIds.length === 0) return NO_PROGRESS;
  const rows = await ctx.db.rows(readStagesOf, { courseId: at.course.id, studentId, now: ctx.now, moduleIds });
  return { stages: new Map(rows.map((row) => [row.moduleId, row])), steps: new Map() };
};

/** One statement, of the modules that are asked for. */
export const readProgress: Reading = async (ctx, at, studentId, moduleIds) => {
  if (moduleIds.length === 0) return NO_PROGRESS;
  const rows = await ctx.db.rows(read, { courseId: at.course.id, studentId, now: ctx.now, moduleIds });
  return {
    stages: new Map(rows.map((row) => [row.moduleId, row])),
    steps: new Map(
      rows.flatMap(({ itemId, itemMetAt: metAt, held, moduleName, unlockAt }) =>
        itemId === null ? [] : [[itemId, { metAt, held: held ?? false, moduleName: moduleName ?? '', unlockAt }] as const],
      ),
    ),
  };
};

/** modules#32: a module that waits for nothing and asks for nothing is open to everybody, and done. */
const NOTHING_TO_DO: Stage = { open: true, done: true, asked: 0, met: 0, metAt: null };
const hasProgress = ({ asks, unlockAt, waits }: ModuleRow): boolean => asks || unlockAt !== null || waits;

/** Of modules, `with` their items or without. PostgreSQL is asked of those in which not all students are equally far. */
export async function progressInModules(
  ctx: Ctx,
  at: CourseAccess,
  studentId: number,
  { modules, with: told }: { modules: readonly ModuleRow[]; with: 'items' | 'nothing' },
): Promise<Progress> {
  const ids = modules.filter(hasProgress).map(({ id }) => id);
  const { stages, steps } = await (told === 'items' ? readProgress : readStages)(ctx, at, studentId, ids);
  const others = modules.filter((row) => row.published && !hasProgress(row));
  return { stages: new Map([...others.map(({ id }) => [id, NOTHING_TO_DO] as const), ...stages]), steps };
}

/** The progress of a student in the modules of these items, as `progressInModules` gives it. */
export const progressInItems = (ctx: Ctx, at: CourseAccess, studentId: number, items: readonly ItemRow[]): Promise<Progress> =>
  readProgress(ctx, at, studentId, [
    ...new Set(items.filter(({ moduleHolds, requirement }) => moduleHolds || requirement !== null).map(({ moduleId }) => moduleId)),
  ]);

const heldFromAll = statement({
  name: 'module_items_held_from_students',
  takes: { ...ASKED, students: array(int) },
  gives: { itemId: present(int), moduleName: text, unlockAt: nullable(timestamptz) },
  sql: (p) => sql`with ${progressOf(p, sql`${p.students}::int[]`)}
   select w.item_id as "itemId", w.module_name as "moduleName", case when w.early then w.unlock_at end as "unlockAt"
   from paths w where w.module_id = any(${p.moduleIds}::int[])
   group by w.item_id, w.module_name, w.early, w.unlock_at having bool_and(w.held)`,
});

/**
 * What of these items is held back from a student who is named, or from the caller: from all whose progress decides for them (modules#35).
 * Where that is the one whose progress is shown, nothing more is read.
 */
export async function holdsOfItems(
  ctx: Ctx,
  at: CourseAccess,
  items: readonly ItemRow[],
  { named, student, progress }: { named: IdForm | undefined; student: number | null; progress: Progress | null },
): Promise<ReadonlyMap<number, Hold>> {
  const [gated] = named === undefined ? gatedFor(at, viewerOf(ctx.caller, at)) : [];
  const isShown = gated === undefined || (gated.students.length === 1 && gated.students[0] === student);
  if (isShown) return new Map([...(progress?.steps ?? [])].filter(([, { held }]) => held));
  const moduleIds = [...new Set(items.flatMap(({ moduleHolds, moduleId }) => (moduleHolds ? moduleId : [])))];
  if (moduleIds.length === 0) return new Map();
  const rows = await ctx.db.rows(heldFromAll, { courseId: at.course.id, students: gated.students, now: ctx.now, moduleIds });
  return new Map(rows.map(({ itemId, ...hold }) => [itemId, hold]));
}

/** modules#32: without requirements a module is completed as soon as it is open. */
export function stateOf({ open, done, met }: Pick<Stage, 'open' | 'done' | 'met'>): (typeof STATES)[number] {
  if (!open) return 'locked';
  if (done) return 'completed';
  return met > 0 ? 'started' : 'unlocked';
}

/** Whose progress is shown: the student who is named, else the caller as a student, or whom the caller observes (modules#33). */
export async function studentOf(ctx: Ctx, at: CourseAccess, named: IdForm | undefined): Promise<number | null> {
  if (named !== undefined) return (await namedStudent(ctx, at, named)).id;
  return readsAsEditor(at) ? null : (viewerOf(ctx.caller, at).students[0] ?? null);
}

/** Why it is held back, in the zone of who reads it; students see modules that are published. */
export const holdExplanation = (hold: Hold, timeZone: string): string => gateExplanation({ ...hold, published: true }, timeZone);
