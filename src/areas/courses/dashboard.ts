import type { Ctx } from '../../access/context.ts';
import { STAFF } from '../../access/permissions.ts';
import { codeOf } from '../../http/parameters/context-codes.ts';
import { statement } from '../../store/database.ts';
import { courseState } from '../../store/sql/enums.ts';
import { quoted, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { isActive, isOpenTo, ROLE_OF, type STANDINGS, standsAs, TYPE_OF } from '../enrollments/relations.ts';
import { type PlacePreference, placesFor } from '../preferences/places.ts';
import { isCourse } from './relations.ts';
import type { DashboardCard } from './schemas.ts';

const EDITING: ReadonlySet<string> = new Set(['teacher', 'admin']);
const WORKING: ReadonlySet<string> = new Set(STAFF);

/** What counts of several enrollments is the first of these (courses#28). */
const FIRST = [TYPE_OF.teacher, TYPE_OF.ta, TYPE_OF.designer, TYPE_OF.student, TYPE_OF.observer] as const;

const MOST = 100;
const STANDING: (typeof STANDINGS)[number] = 'active';

const CARD_ROW = {
  id: int,
  name: text,
  nickname: nullable(text),
  courseCode: text,
  state: courseState,
  isFavorite: boolean,
  /** The types of the caller's active enrollments. */
  types: array(text),
};

/** What cards show and no more: all else of a course takes longer to read than these. */
const cards = statement({
  name: 'dashboard_cards',
  takes: { callerId: int },
  gives: CARD_ROW,
  sql: (
    p,
  ) => sql`select c.id, c.name, n.nickname, c.course_code as "courseCode", c.state, f.course_id is not null as "isFavorite", own.types
   from (select e.course_id, array_agg(e.type::text) as types, bool_or(${isOpenTo('e', 'c')} and ${standsAs('e', 'c', quoted(STANDING))}) as shown
     from enrollments e join courses c on c.id = e.course_id
     where e.user_id = ${p.callerId} and ${isActive('e')} and ${isCourse('c')} group by e.course_id) own
   join courses c on c.id = own.course_id
   left join course_nicknames n on n.user_id = ${p.callerId} and n.course_id = c.id
   left join course_favorites f on f.user_id = ${p.callerId} and f.course_id = c.id
   where own.shown order by c.id limit ${MOST}`,
});

function cardJson(course: RowOf<typeof CARD_ROW>, place: PlacePreference | undefined): DashboardCard {
  const type = FIRST.find((one) => course.types.includes(one)) ?? null;
  const role = type === null ? '' : ROLE_OF[type];
  return {
    id: course.id,
    shortName: course.nickname ?? course.name,
    originalName: course.name,
    longName: `${course.name} - ${course.courseCode}`,
    courseCode: course.courseCode,
    assetString: codeOf({ kind: 'course', id: course.id }),
    href: `/courses/${course.id}`,
    term: null,
    subtitle: type === null ? null : `enrolled as: ${role}`,
    enrollmentType: type,
    enrollmentState: 'active',
    observee: null,
    published: course.state !== 'unpublished',
    isFavorited: course.isFavorite,
    isHomeroom: false,
    isK5Subject: false,
    canManage: WORKING.has(role),
    canChangeCoursePublishStatus: EDITING.has(role),
    canReadAnnouncements: true,
    image: null,
    color: place?.color ?? null,
    position: place?.position ?? null,
    links: [],
  };
}

/** courses#28: a card of each course that is going on and in which the caller is active. */
export async function listCards(ctx: Ctx): Promise<DashboardCard[]> {
  const rows = await ctx.db.rows(cards, { callerId: ctx.caller.userId });
  const places = rows.map(({ id }) => ({ kind: 'course', id }) as const);
  const preferences = await placesFor(ctx.db, ctx.caller.userId, places);
  return rows.map((course) => cardJson(course, preferences.get(codeOf({ kind: 'course', id: course.id }))));
}
