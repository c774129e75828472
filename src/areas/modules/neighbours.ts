import { forViewers, type ViewerKind } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { int, nullable, present } from '../../store/sql/types.ts';
import { CONTENT_TAKES, hasContent, itemsOf } from './relations.ts';
import { isReadable } from './rows.ts';

const PLACE_ROW = {
  id: present(int),
  moduleId: present(int),
  prevId: nullable(int),
  prevModuleId: nullable(int),
  nextId: nullable(int),
  nextModuleId: nullable(int),
};

/** How many places of one thing are told at most. */
const MOST_PLACES = 10;

/** What stands in a module `m` that the viewer sees; headings are passed over. */
const STANDS = (kind: ViewerKind): Sql => sql`not i.deleted and i.kind <> 'SubHeader' and ${hasContent(kind)}`;

/** One direction to go from a place `at`. */
interface Direction {
  /** How what lies there compares. */
  is: Sql;
  order: Sql;
}
const BACK: Direction = { is: sql`<`, order: sql`desc` };
const ON: Direction = { is: sql`>`, order: sql`asc` };

/** The first place that lies there. */
const nearestPlace = (kind: ViewerKind, { is, order }: Direction): Sql => sql`(select one.id, m.id as module_id
    from course_modules m join courses c on c.id = m.course_id
      cross join lateral (select i.id from module_items i
        where i.module_id = m.id and ${STANDS(kind)} and (m.id <> at.module_id or (i.position, i.id) ${is} (at.position, at.id))
        order by i.position ${order}, i.id ${order} limit 1) one
    where m.course_id = at.course_id and (m.position, m.id) ${is}= (at.module_position, at.module_id) and ${isReadable(kind)}
    order by m.position ${order}, m.id ${order} limit 1)`;

/**
 * Where an item, or one of some content, stands among the items of a course: what comes before and after each of its places (modules#50). As much
 * is read however many items the course has.
 */
export const placesAmongItems = forViewers((kind) =>
  statement({
    name: `places_among_module_items_for_${kind}`,
    takes: { courseId: int, itemId: int, ...CONTENT_TAKES },
    gives: PLACE_ROW,
    sql: (p) => sql`with at as materialized (select i.id, i.position, m.id as module_id, m.position as module_position, m.course_id
       from (select i.* from module_items i where i.id = ${p.itemId} union all select i.* from ${itemsOf(p)} i) i
         join course_modules m on m.id = i.module_id join courses c on c.id = m.course_id
       where m.course_id = ${p.courseId} and ${isReadable(kind)} and ${STANDS(kind)}
       order by m.position, m.id, i.position, i.id limit ${MOST_PLACES})
     select at.id, at.module_id as "moduleId", prev.id as "prevId", prev.module_id as "prevModuleId", next.id as "nextId",
       next.module_id as "nextModuleId"
     from at left join lateral ${nearestPlace(kind, BACK)} prev on true left join lateral ${nearestPlace(kind, ON)} next on true
     order by at.module_position, at.module_id, at.position, at.id`,
  }),
);
