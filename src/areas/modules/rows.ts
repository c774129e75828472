import { forViewers, type ViewerKind } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { folded } from '../../store/folding.ts';
import { numberedList, type PagedList } from '../../store/lists.ts';
import { moduleItemKind, moduleRequirement } from '../../store/sql/enums.ts';
import { identifier, join, none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, float, int, nullable, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isUnlockedFor } from '../quizzes/relations.ts';
import { CONTENT, hasContent, isOut } from './relations.ts';

/** What is read of modules and their items: staff sees what stands, others what is published of it (modules#3). */

const BARE_ROW = {
  id: int,
  name: text,
  position: int,
  unlockAt: nullable(timestamptz),
  requireSequentialProgress: boolean,
  prerequisiteIds: array(int),
  /** Some module has to be completed before, also one that stands before a prerequisite which the viewer does not see. */
  waits: boolean,
  published: boolean,
};
const MODULE_ROW = {
  ...BARE_ROW,
  itemsCount: int,
  /** Some of its items have requirements. */
  asks: boolean,
};
/** A module of whose items nothing is known. */
export type BareModuleRow = RowOf<typeof BARE_ROW>;
export type ModuleRow = RowOf<typeof MODULE_ROW>;

/** Of a module `m` of a course `c`: the viewer sees it. */
export const isReadable = (kind: ViewerKind): Sql => sql`not m.deleted ${kind === 'staff' ? none : sql`and ${isOut('m')}`}`;
const readable = (kind: ViewerKind, courseId: Piece): Sql =>
  sql`from course_modules m join courses c on c.id = m.course_id where m.course_id = ${courseId} and ${isReadable(kind)}`;
/** Students learn of no module that they do not see; most modules wait for none, and nothing is looked up for these. */
const PREREQUISITES: Record<ViewerKind, Sql> = {
  staff: sql`m.prerequisite_ids`,
  student: sql`case when m.prerequisite_ids = '{}' then '{}' else array(select r.id from unnest(m.prerequisite_ids) with ordinality as asked(id, nth)
      join course_modules r on r.id = asked.id and ${isOut('r')} order by asked.nth) end`,
};
const bareColumns = (
  kind: ViewerKind,
): Sql => sql`m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
    ${PREREQUISITES[kind]} as "prerequisiteIds", m.waits_for <> '{}' as waits, ${isOut('m')} as published`;
const counted = (kind: ViewerKind, page: Sql): Sql => sql`select ${bareColumns(kind)}, own.items as "itemsCount", own.asks
  from (${page}) m join courses c on c.id = m.course_id
    cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
      from module_items i where i.module_id = m.id and not i.deleted and ${hasContent(kind)}) own`;
const bare = (kind: ViewerKind, page: Sql): Sql => sql`select ${bareColumns(kind)} from (${page}) m join courses c on c.id = m.course_id`;
const IN_ORDER = sql`order by m.position, m.id`;

/** All modules of a course, and those with something in their names. */
export interface ModuleLists<Row> {
  all: PagedList<Row, { courseId: number }>;
  named: PagedList<Row, { courseId: number; pattern: string }>;
}
const lists = <Row extends typeof BARE_ROW>(name: string, gives: Row, around: (kind: ViewerKind, page: Sql) => Sql) =>
  forViewers((kind) => ({
    all: numberedList({
      name: `${name}_for_${kind}`,
      takes: { courseId: int },
      gives,
      select: (p) => sql`select m.* ${readable(kind, p.courseId)} ${IN_ORDER}`,
      around: (page) => sql`${around(kind, page)} ${IN_ORDER}`,
    }),
    named: numberedList({
      name: `${name}_named_for_${kind}`,
      takes: { courseId: int, pattern: text },
      gives,
      select: (p) =>
        sql`select m.* ${readable(kind, p.courseId)} and ${folded(sql`m.name`)} like ${folded(sql`${p.pattern}::text`)} ${IN_ORDER}`,
      around: (page) => sql`${around(kind, page)} ${IN_ORDER}`,
    }),
  }));
export const countedModules = lists('modules', MODULE_ROW, counted);
export const bareModules = lists('bare_modules', BARE_ROW, bare);

export const modulesByIds = forViewers((kind) =>
  statement({
    name: `modules_by_ids_for_${kind}`,
    takes: { courseId: int, ids: array(int) },
    gives: MODULE_ROW,
    sql: (p) => sql`${counted(kind, sql`select m.* ${readable(kind, p.courseId)} and m.id = any(${p.ids}::int[])`)} ${IN_ORDER}`,
  }),
);
export const moduleIsThere = forViewers((kind) =>
  statement({
    name: `module_is_there_for_${kind}`,
    takes: { courseId: int, id: int },
    gives: { id: int },
    sql: (p) => sql`select m.id ${readable(kind, p.courseId)} and m.id = ${p.id}`,
  }),
);

const ITEM_ROW = {
  id: int,
  moduleId: int,
  kind: moduleItemKind,
  position: int,
  indent: int,
  title: text,
  contentId: nullable(int),
  assignmentId: nullable(int),
  /** The slug that is a page's address; null for all other content. */
  slug: nullable(text),
  url: nullable(text),
  newTab: boolean,
  published: boolean,
  requirement: nullable(moduleRequirement),
  minScore: nullable(float),
  points: nullable(float),
  dueAt: nullable(timestamptz),
  unlockAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
  /** Its module waits for a date or for others, or has its items done in order. */
  moduleHolds: boolean,
};
export type ItemRow = RowOf<typeof ITEM_ROW>;

/** The items of modules `m` that `where` names; their positions are told among all that stand in their module (modules#23). */
const items = (
  kind: ViewerKind,
  courseId: Piece,
  where: Sql,
): Sql => sql`select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
    i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
    i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
      content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
      m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
      row_number() over (partition by m.id order by i.position, i.id) as place
    from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted ${CONTENT}
    where m.course_id = ${courseId} and ${isReadable(kind)} and ${where}) i
  where true ${kind === 'staff' ? none : sql`and i.is_shown`}`;
const ITEMS_IN_ORDER = sql`order by i.module_position, i.module_id, i.place`;

export const itemsOfModule = forViewers((kind) =>
  numberedList({
    name: `module_items_for_${kind}`,
    takes: { courseId: int, moduleId: int },
    gives: ITEM_ROW,
    select: (p) => sql`${items(kind, p.courseId, sql`m.id = ${p.moduleId}`)} ${ITEMS_IN_ORDER}`,
  }),
);
export const namedItemsOfModule = forViewers((kind) =>
  numberedList({
    name: `module_items_named_for_${kind}`,
    takes: { courseId: int, moduleId: int, pattern: text },
    gives: ITEM_ROW,
    select: (p) =>
      sql`${items(kind, p.courseId, sql`m.id = ${p.moduleId}`)} and ${folded(sql`i.name`)} like ${folded(sql`${p.pattern}::text`)} ${ITEMS_IN_ORDER}`,
  }),
);
const ITEM_COLUMNS = join(
  Object.keys(ITEM_ROW).map((name) => sql`i.${identifier(name)}`),
  ', ',
);

/** A module with more than so many items is shown without them (modules#5). */
const MOST_ITEMS = 200;

/** The items of modules that do not have too many, and of each other module one item. */
export const itemsOfModules = forViewers((kind) =>
  statement({
    name: `items_of_modules_for_${kind}`,
    takes: { courseId: int, moduleIds: array(int) },
    gives: { ...ITEM_ROW, ofAll: int },
    sql: (p) => sql`select ${ITEM_COLUMNS}, i."ofAll" from (select i.*, count(*) over (partition by i."moduleId") as "ofAll",
        row_number() over (partition by i."moduleId" order by i.position) as nth
      from (${items(kind, p.courseId, sql`m.id = any(${p.moduleIds}::int[])`)}) i) i
    where i."ofAll" <= ${MOST_ITEMS} or i.nth = 1 order by i."moduleId", i.position`,
  }),
);
export const itemsByIds = forViewers((kind) =>
  statement({
    name: `module_items_by_ids_for_${kind}`,
    takes: { courseId: int, moduleIds: array(int), ids: array(int) },
    gives: ITEM_ROW,
    sql: (p) => sql`${items(kind, p.courseId, sql`m.id = any(${p.moduleIds}::int[])`)} and i.id = any(${p.ids}::int[])`,
  }),
);

export const quizzesUnlocked = statement({
  name: 'quizzes_of_items_unlocked',
  takes: { quizIds: array(int), students: array(int) },
  gives: { id: present(int) },
  sql: (p) => sql`select q.id from unnest(${p.quizIds}::int[]) as q(id) where ${isUnlockedFor(sql`q.id`, p.students)}`,
});
