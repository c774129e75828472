import { z } from 'zod';
import { ItemSequence, Module, ModuleItem } from '../src/areas/modules/schemas.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, jsonTime, type Operation } from './floors.ts';
import type { OverriddenCourse } from './overridden-course.ts';
import { analyze, type Size, type Step } from './sizes.ts';

/** Modules of the overridden course, numbered from 1 on, as its pages are, which stand in them beside its assignments. */

/** The module whose items are listed. */
const LISTED_MODULE = 1;
/** Which of so many an item is of. */
const nth = (count: string): string => `1 + ((m.id - 1) * 7 + i) % ${count}`;

const modules = ({ courseId }: OverriddenCourse, count: number): Step[] => [
  {
    // Every third one waits for the one before it; one in ten is not published.
    text: `insert into course_modules (course_id, name, position, unlock_at, require_sequential_progress, prerequisite_ids, waits_for, published)
      select $1, 'Week ' || n, n, case when n % 4 = 0 then timestamptz '2025-09-01 06:00:00+00' + n * interval '1 week' end, n % 5 = 0,
        before.ids, before.ids, n % 10 <> 9
      from generate_series(1, $2::int) n cross join lateral (select case when n % 3 = 0 then array[n - 1] else '{}' end as ids) before
      order by n`,
    values: [courseId, count],
  },
  analyze('course_modules'),
];

/** A heading, then by turns what is turned in, a page that is viewed, an address, an assignment, and a page that is marked as done. */
const items = ({ courseId, assignments }: OverriddenCourse, { modules: { items: count }, pages }: Size): Step[] => [
  {
    text: `insert into module_items (module_id, kind, position, indent, title, assignment_id, page_id, url, published, requirement)
      select m.id, kind::module_item_kind, i, least(1, i - 1), case when kind in ('SubHeader', 'ExternalUrl') then 'Part ' || i end,
        case kind when 'Assignment' then (select min(a.id) from assignments a where a.course_id = $1) - 1 + ${nth('$3::int')} end,
        case kind when 'Page' then ${nth('$4::int')} end, case kind when 'ExternalUrl' then 'https://reading.example/' || m.id || '/' || i end,
        i % 9 <> 7, case i % 6 when 2 then 'must_submit' when 3 then 'must_view' when 0 then 'must_mark_done' end::module_requirement
      from course_modules m cross join generate_series(1, $2::int) i
        cross join lateral (select case i % 6 when 1 then 'SubHeader' when 2 then 'Assignment' when 4 then 'ExternalUrl' when 5 then 'Assignment'
          else 'Page' end as kind) k
      order by m.id, i`,
    values: [courseId, count, assignments, pages],
  },
];

/** Everybody has got half through. */
const progress = ({ firstStudentId, students }: OverriddenCourse): Step[] => [
  analyze('module_items'),
  {
    text: `insert into module_item_progress (item_id, user_id, viewed_at, done_at)
      select i.id, $1::int + s, at.at, case when i.requirement = 'must_mark_done' then at.at + interval '1 hour' end
      from module_items i cross join generate_series(0, $2::int - 1) s
        cross join lateral (select timestamptz '2025-10-01 06:00:00+00' + (i.id * 1440 + s) * interval '1 minute' as at) at
      where i.kind = 'Page' and i.module_id <= (select max(id) / 2 from course_modules) order by i.id, s`,
    values: [firstStudentId, students],
  },
];

/** After the pages. */
export const moduleSteps = (course: OverriddenCourse, size: Size): Step[] => [
  ...modules(course, size.modules.count),
  ...items(course, size),
  ...progress(course),
];

interface ModuleRow {
  id: number;
  name: string;
  position: number;
  unlock_at: string | null;
  require_sequential_progress: boolean;
  prerequisite_ids: number[];
  items_count: number;
  /** Where staff asks. */
  published?: boolean;
  /** Where a student asks. */
  state?: NonNullable<Module['state']>;
  met_at?: string | null;
}

const moduleJson = (row: ModuleRow, courseId: number, items?: ModuleItem[]): Module => ({
  id: row.id,
  workflow_state: row.published === false ? 'unpublished' : 'active',
  position: row.position,
  name: row.name,
  unlock_at: row.unlock_at,
  require_sequential_progress: row.require_sequential_progress,
  prerequisite_module_ids: row.prerequisite_ids,
  items_count: row.items_count,
  items_url: `${BASE_URL}/api/v1/courses/${courseId}/modules/${row.id}/items`,
  items,
  state: row.state,
  completed_at: row.state === undefined ? undefined : row.state === 'completed' ? (row.met_at ?? null) : null,
  published: row.published,
});

interface ItemRow {
  id: number;
  module_id: number;
  title: string;
  position: number;
  indent: number;
  kind: ModuleItem['type'];
  assignment_id: number | null;
  slug: string | null;
  url: string | null;
  new_tab: boolean;
  requirement: NonNullable<ModuleItem['completion_requirement']>['type'] | null;
  /** Where a student asks. */
  met?: boolean;
  /** Where staff asks. */
  published?: boolean;
}

function contentPath({ assignment_id: id, slug }: ItemRow): string | undefined {
  if (id !== null) return `assignments/${id}`;
  return slug === null ? undefined : `pages/${slug}`;
}

// Fields that not every answer has come last: that is how compiled serialisers write them.
function itemJson(row: ItemRow, courseId: number): ModuleItem {
  const path = contentPath(row);
  return {
    id: row.id,
    module_id: row.module_id,
    title: row.title,
    position: row.position,
    indent: row.indent,
    type: row.kind,
    html_url: `${BASE_URL}/courses/${courseId}/modules/items/${row.id}`,
    new_tab: row.new_tab,
    content_id: row.assignment_id ?? undefined,
    page_url: row.slug ?? undefined,
    url: path && `${BASE_URL}/api/v1/courses/${courseId}/${path}`,
    external_url: row.url ?? undefined,
    completion_requirement: row.requirement === null ? undefined : { type: row.requirement, completed: row.met },
    published: row.published,
  };
}

/** Of the store items are of these kinds, and none is deleted. */
const CONTENT = 'left join assignments a on a.id = i.assignment_id left join wiki_pages w on w.id = i.page_id';
const IS_SHOWN = `case i.kind when 'Assignment' then a.published when 'Page' then w.published else i.published end`;
const ITEM = `i.id, i.module_id, coalesce(i.title, a.name, w.title) as title, i.position, i.indent, i.kind, i.assignment_id, w.url as slug, i.url,
  i.new_tab, i.requirement`;
/** Since when student $2 meets the requirement of an item. */
const MET_AT = `case i.requirement when 'must_submit' then (select s.submitted_at from submissions s where s.assignment_id = i.assignment_id and s.user_id = $2)
  else (select case i.requirement when 'must_view' then v.viewed_at else v.done_at end from module_item_progress v where v.item_id = i.id and v.user_id = $2) end`;

const MODULE = 'm.id, m.name, m.position, m.unlock_at, m.require_sequential_progress, m.prerequisite_ids';
/** Modules `page` as student $2 has them at $3, as the rows `m`. */
const STAGED = `counted as materialized (
    select o.id, o.waits_for, coalesce(o.unlock_at > $3, false) as early, own.*
    from course_modules o cross join lateral (select count(*)::int as items_count, count(i.requirement) as asked,
          count(i.requirement) filter (where i.met_at is not null) as met, max(i.met_at) filter (where i.requirement is not null) as met_at
        from (select i.requirement, ${MET_AT} as met_at from module_items i ${CONTENT} where i.module_id = o.id and ${IS_SHOWN}) i) own
    where o.published and o.id in (select id from page union select unnest(waits_for) from page)),
  staged as (select m.*, counted.items_count, counted.met_at,
      case when counted.early or exists (select 1 from counted r where r.id = any(m.waits_for) and (r.early or r.met < r.asked)) then 'locked'
        when counted.met = counted.asked then 'completed' when counted.met > 0 then 'started' else 'unlocked' end as state
    from page m join counted on counted.id = m.id)`;
const FIRST = (of: string): string =>
  `(select * from course_modules m where m.course_id = $1 and not m.deleted and ${of} order by m.position, m.id limit 10)`;

/** The items of a course that student $2 sees, but for headings, beside what `at` is one of. */
const beside = (direction: 'asc' | 'desc'): string => `(select ${ITEM}, ${MET_AT} is not null as met
    from course_modules m join module_items i on i.module_id = m.id ${CONTENT}
    where m.course_id = $1 and not m.deleted and m.published and i.kind <> 'SubHeader' and ${IS_SHOWN}
      and (m.position, m.id, i.position) ${direction === 'asc' ? '>' : '<'} (at.module_position, at.module_id, at.position)
    order by m.position ${direction}, m.id ${direction}, i.position ${direction} limit 1)`;

interface SequenceRow {
  items: { prev: ItemRow | null; current: ItemRow; next: ItemRow | null }[];
  modules: (ModuleRow & { unlock_at: string | null })[];
}

const sequence = ([row]: SequenceRow[], courseId: number): ItemSequence | undefined =>
  row && {
    items: row.items.map(({ prev, current, next }) => ({
      prev: prev && itemJson(prev, courseId),
      current: itemJson(current, courseId),
      next: next && itemJson(next, courseId),
    })),
    modules: row.modules.map((one) =>
      moduleJson({ ...one, unlock_at: jsonTime(one.unlock_at), met_at: jsonTime(one.met_at ?? null) }, courseId),
    ),
  };

const SEQUENCE = `with places as materialized (select at.n, prev.id as prev_id, at.id, next.id as next_id,
      json_build_object('prev', case when prev.id is not null then to_json(prev) end, 'current', (select to_json(q) from (select ${ITEM}, ${MET_AT} is not null as met
        from module_items i ${CONTENT} where i.id = at.id) q), 'next', case when next.id is not null then to_json(next) end) as item,
      array[prev.module_id, at.module_id, next.module_id] as module_ids
    from (select i.id, i.module_id, i.position, m.position as module_position, row_number() over (order by m.position, m.id, i.position) as n
        from module_items i join course_modules m on m.id = i.module_id ${CONTENT}
        where i.assignment_id = $4 and m.course_id = $1 and not m.deleted and m.published and a.published order by n limit 10) at
      left join lateral ${beside('desc')} prev on true left join lateral ${beside('asc')} next on true),
  page as materialized (select * from course_modules m where m.id in (select unnest(module_ids) from places)), ${STAGED}
  select (select json_agg(item order by n) from places) as items,
    (select json_agg(q order by q.position, q.id) from (select ${MODULE}, m.items_count, m.met_at, m.state from staged m) q) as modules`;

const courseOf = (store: Filled): number => store.overriddenCourseId;
const modulesPath = (store: Filled): string => `/courses/${store.overriddenCourseId}/modules`;
const now = (): Date => new Date();

type ListedRow = ModuleRow & { items: ItemRow[] | null };

export const moduleOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/modules (student)',
    as: 'overriddenStudent',
    path: modulesPath,
    answer: z.array(Module),
    floor: floor<ModuleRow>({
      id: courseOf,
      values: (id, store) => [id, store.overriddenStudentId, now()],
      text: `with page as materialized ${FIRST('m.published')}, ${STAGED}
        select ${MODULE}, m.items_count, m.met_at, m.state from staged m order by m.position, m.id`,
      present: (rows, store) => rows.map((row) => moduleJson(row, store.overriddenCourseId)),
    }),
  },
  {
    name: 'GET /courses/:id/modules?include[]=items (teacher)',
    as: 'teacher',
    path: (store) => `${modulesPath(store)}?include[]=items`,
    answer: z.array(Module),
    floor: floor<ListedRow>({
      id: courseOf,
      text: `select ${MODULE}, m.published, own.items, coalesce(json_array_length(own.items), 0) as items_count from ${FIRST('true')} m
          cross join lateral (select json_agg(i order by i.position) as items
            from (select ${ITEM}, ${IS_SHOWN} as published from module_items i ${CONTENT} where i.module_id = m.id) i) own
        order by m.position, m.id`,
      present: (rows, { overriddenCourseId: courseId }) =>
        rows.map((row) =>
          moduleJson(
            row,
            courseId,
            (row.items ?? []).map((item) => itemJson(item, courseId)),
          ),
        ),
    }),
  },
  {
    name: 'GET /courses/:id/modules/:id/items',
    as: 'overriddenStudent',
    path: (store) => `${modulesPath(store)}/${LISTED_MODULE}/items`,
    answer: z.array(ModuleItem),
    floor: floor<ItemRow>({
      id: () => LISTED_MODULE,
      values: (id, store) => [id, store.overriddenStudentId],
      text: `select ${ITEM}, ${MET_AT} is not null as met from module_items i ${CONTENT}
        where i.module_id = $1 and not i.deleted and ${IS_SHOWN} order by i.position, i.id limit 10`,
      present: (rows, store) => rows.map((row) => itemJson(row, store.overriddenCourseId)),
    }),
  },
  {
    name: 'GET /courses/:id/module_item_sequence',
    as: 'overriddenStudent',
    path: (store) =>
      `/courses/${store.overriddenCourseId}/module_item_sequence?asset_type=Assignment&asset_id=${store.overriddenAssignmentId}`,
    answer: ItemSequence,
    floor: floor<SequenceRow>({
      id: courseOf,
      values: (id, store) => [id, store.overriddenStudentId, now(), store.overriddenAssignmentId],
      text: SEQUENCE,
      present: (rows, store) => sequence(rows, store.overriddenCourseId),
    }),
  },
];
