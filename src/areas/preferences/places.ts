import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { accessInCourses, accessInGroups } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import { type ContextCode, codeOf, contextCode } from '../../http/parameters/context-codes.ts';
import { Refused } from '../../http/parameters/types.ts';
import { foundIn, invalidField, notFound } from '../../kernel/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { CustomColor, CustomColors, DashboardPositions, SentPositions } from './schemas.ts';

const PLACE_ROW = { place: text, color: nullable(text), position: nullable(int) };
export type PlacePreference = RowOf<typeof PLACE_ROW>;

const ofUser = statement({
  name: 'places_of_user',
  takes: { userId: int },
  gives: PLACE_ROW,
  sql: (p) => sql`select p.place, p.color, p.position from place_preferences p where p.user_id = ${p.userId} order by p.place`,
});
const several = statement({
  name: 'some_places_of_user',
  takes: { userId: int, places: array(text) },
  gives: PLACE_ROW,
  sql: (p) =>
    sql`select p.place, p.color, p.position from place_preferences p where p.user_id = ${p.userId} and p.place = any(${p.places}::text[])`,
});

/** How a user has some places shown, by their codes. */
export async function placesFor(db: Db, userId: number, places: readonly ContextCode[]): Promise<ReadonlyMap<string, PlacePreference>> {
  const rows = await db.rows(several, { userId, places: places.map(codeOf) });
  return new Map(rows.map((row) => [row.place, row]));
}

export async function listColors(ctx: Ctx, at: UserAccess): Promise<CustomColors> {
  const rows = await ctx.db.rows(ofUser, { userId: at.user.id });
  return { custom_colors: Object.fromEntries(rows.flatMap(({ place, color }) => (color === null ? [] : [[place, color]]))) };
}

function readPlace(named: string): ContextCode {
  const place = contextCode().read(named);
  if (place instanceof Refused) throw notFound();
  return place;
}

export async function showColor(ctx: Ctx, at: UserAccess, named: string): Promise<CustomColor> {
  const place = readPlace(named);
  const row = (await placesFor(ctx.db, at.user.id, [place])).get(codeOf(place));
  return { hexcode: foundIn(row?.color ? [row.color] : []) };
}

/** Those of some places that are none, or none that the caller may set for this user (preferences#5). */
async function unknownAmong(ctx: Ctx, at: UserAccess, places: readonly ContextCode[]): Promise<ContextCode[]> {
  const idsOf = (kind: ContextCode['kind']) => places.filter((one) => one.kind === kind).map(({ id }) => id);
  const courses = await accessInCourses(ctx.db, ctx.caller, idsOf('course'));
  const groups = await accessInGroups(ctx.db, ctx.caller, idsOf('group'));
  const known = new Set([
    codeOf({ kind: 'user', id: at.user.id }),
    ...courses.filter((one) => may(one, 'course.read')).map(({ course: { id } }) => codeOf({ kind: 'course', id })),
    ...groups.filter((one) => may(one, 'group.read')).map(({ group: { id } }) => codeOf({ kind: 'group', id })),
  ]);
  return places.filter((one) => !known.has(codeOf(one)));
}

export async function setColor(ctx: Ctx, at: UserAccess, named: string, color: string): Promise<CustomColor> {
  const place = readPlace(named);
  if ((await unknownAmong(ctx, at, [place])).length > 0) throw notFound();
  const where = { userId: at.user.id, place: codeOf(place) };
  await ctx.db.prisma.placePreference.upsert({ where: { userId_place: where }, create: { ...where, color }, update: { color } });
  return { hexcode: color };
}

const positionsOf = (rows: readonly PlacePreference[]): DashboardPositions => ({
  dashboard_positions: Object.fromEntries(rows.flatMap(({ place, position }) => (position === null ? [] : [[place, position]]))),
});

export const showPositions = async (ctx: Ctx, at: UserAccess): Promise<DashboardPositions> =>
  positionsOf(await ctx.db.rows(ofUser, { userId: at.user.id }));

// In one order, so that two requests of the same places do not wait for each other.
const writePositions = statement({
  name: 'set_positions',
  takes: { userId: int, places: array(text), positions: array(nullable(int)) },
  gives: {},
  sql: (p) => sql`insert into place_preferences (user_id, place, position)
   select ${p.userId}::int, given.place, given.position
   from unnest(${p.places}::text[], ${p.positions}::int[]) as given(place, position) order by given.place
   on conflict (user_id, place) do update set position = excluded.position`,
});

/** All or none (preferences#4). */
export async function setPositions(ctx: Ctx, at: UserAccess, sent: SentPositions): Promise<DashboardPositions> {
  const [unknown] = await unknownAmong(ctx, at, [...sent.keys()].map(readPlace));
  if (unknown) throw invalidField('dashboard_positions', 'invalid', `has a place that is not yours to see: ${codeOf(unknown)}`);
  await ctx.db.rows(writePositions, { userId: at.user.id, places: [...sent.keys()], positions: [...sent.values()] });
  return showPositions(ctx, at);
}
