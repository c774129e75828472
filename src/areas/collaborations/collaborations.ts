import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { iso } from '../../http/timestamps.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type IdForm, namedBy } from '../../kernel/ids.ts';
import { mapPage, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import type { CollaborationKind } from '../../store/generated/enums.ts';
import { numberedList } from '../../store/lists.ts';
import { collaborationKind } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isActiveOrInvited, isCurrent, within } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { userNamed } from '../users/relations.ts';
import type { Collaboration } from './schemas.ts';

const ROW = {
  id: int,
  kind: collaborationKind,
  courseId: int,
  userId: int,
  title: text,
  description: nullable(text),
  userIds: array(int),
  createdAt: timestamptz,
  updatedAt: timestamptz,
};
type Row = RowOf<typeof ROW>;

const ofCourse = numberedList({
  name: 'collaborations_of_course',
  takes: { courseId: int, kind: collaborationKind, reach: nullable(array(int)) },
  gives: ROW,
  select: (
    p,
  ) => sql`select c.id, c.kind, c.course_id as "courseId", c.user_id as "userId", c.title, c.description, c.created_at as "createdAt",
      c.updated_at as "updatedAt", array(select u.user_id from collaboration_users u where u.collaboration_id = c.id
        and (${p.reach}::int[] is null or exists (select 1 from enrollments e where e.course_id = c.course_id and e.user_id = u.user_id
          and ${isCurrent('e')} and ${within(sql`e.course_section_id`, p.reach)})) order by u.user_id) as "userIds"
    from collaborations c where c.course_id = ${p.courseId} and c.kind = ${p.kind} order by c.id`,
});

const collaborationJson = (ctx: Ctx, row: Row): Collaboration => ({
  id: row.id,
  course_id: row.courseId,
  user_id: row.userId,
  title: row.title,
  description: row.description,
  user_ids: row.userIds,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  html_url: `${ctx.webUrl}/courses/${row.courseId}/${row.kind}s/${row.id}`,
});

/** Of a course, by id, under the name of their kind (collaborations#1), with the people in the caller's reach (collaborations#2). */
export async function listCollaborations(ctx: Ctx, at: CourseAccess, kind: CollaborationKind, page: PageRequest) {
  const found = await ofCourse.read(ctx.db, { courseId: at.course.id, kind, reach: reachOf(at, 'course.people.read') }, page);
  const rows = found.rows.map((row) => collaborationJson(ctx, row));
  return { ...mapPage(found, rows), body: kind === 'conference' ? { conferences: rows } : { collaborations: rows } };
}

/**
 * People of a course in reach, as they were named: by ids or SIS ids of a root account (collaborations#5). Held, so that they stay its
 * people; each user before their enrollment.
 */
const people = statement({
  name: 'people_of_collaboration',
  takes: { courseId: int, bys: array(text), values: array(text), rootAccountId: int, reach: nullable(array(int)) },
  gives: { position: int, id: int },
  sql: (p) => sql`select k.position::int, e.user_id as id
   from unnest(${p.bys}::text[], ${p.values}::text[]) with ordinality k(by, value, position)
     cross join lateral (select ${userNamed(sql`k.by`, sql`k.value`, p.rootAccountId)} as id) who
     join users u on u.id = who.id
     join enrollments e on e.course_id = ${p.courseId} and e.user_id = u.id and ${isActiveOrInvited('e')}
       and ${within(sql`e.course_section_id`, p.reach)}
   order by u.id, e.id for key share of u for share of e`,
});

async function findPeople(tx: TxCtx, at: CourseAccess, forms: readonly IdForm[]): Promise<number[]> {
  if (forms.length === 0) return [];
  const rows = await tx.db.rows(people, {
    courseId: at.course.id,
    ...namedBy(tx.caller.userId, forms),
    rootAccountId: tx.caller.rootAccountId,
    reach: reachOf(at, 'collaborations.create'),
  });
  if (new Set(rows.map((row) => row.position)).size < forms.length) {
    throw invalidField('user_ids', 'invalid', 'must name people of the course');
  }
  return [...new Set(rows.map((row) => row.id))].sort((a, b) => a - b);
}

interface SentCollaboration {
  title: string;
  description?: string | undefined;
  user_ids?: readonly IdForm[] | undefined;
}

const insertUsers = statement({
  name: 'collaboration_users_insert',
  takes: { id: int, userIds: array(int) },
  sql: (p) => sql`insert into collaboration_users (collaboration_id, user_id) select ${p.id}::int, unnest(${p.userIds}::int[])`,
});

export async function createCollaboration(
  ctx: Ctx,
  at: CourseAccess,
  kind: CollaborationKind,
  sent: SentCollaboration,
): Promise<Collaboration> {
  return ctx.tx(async (tx) => {
    const userIds = await findPeople(tx, at, sent.user_ids ?? []);
    const row = await tx.db.prisma.collaboration.create({
      data: { kind, courseId: at.course.id, userId: tx.caller.userId, title: sent.title, description: sent.description ?? null },
    });
    if (userIds.length > 0) await tx.db.rows(insertUsers, { id: row.id, userIds });
    await publishEvent(tx, 'collaboration', { collaborationId: row.id });
    return collaborationJson(tx, { ...row, userIds });
  });
}
