import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, oneOf, text } from '../../store/sql/types.ts';
import { isActive, ofStudent, takesPart, within } from '../enrollments/relations.ts';
import { isMember } from '../groups/relations.ts';
import { isLogin } from '../users/relations.ts';
import type { SentId, SentOverride } from './parameters.ts';
import { isOfOthersToo } from './relations.ts';

type TargetKind = 'students' | 'group' | 'section';

/** Of several targets the most specific counts (overrides#19). */
export function kindOf(sent: SentOverride): TargetKind | undefined {
  if (sent.studentIds && sent.studentIds.length > 0) return 'students';
  if (sent.groupId) return 'group';
  return sent.sectionId ? 'section' : undefined;
}

/** Ids as they were sent -> those of rows that may be targets. */
type Known = ReadonlyMap<string, number>;

export interface KnownTargets {
  /** Whoever is named, students or not. */
  students: Known;
  /** Those of them who are active students in the caller's reach. */
  enrolled: ReadonlySet<number>;
  groups: Known;
  /** The group set of each of them. */
  setOf: ReadonlyMap<number, number>;
  /** Those of them with students out of the caller's reach. */
  groupsOfOthersToo: ReadonlySet<number>;
  sections: Known;
}

const bySis = statement({
  name: 'override_students_by_sis',
  takes: { rootAccountId: int, sis: array(text), logins: array(text) },
  gives: {
    by: oneOf(['id', 'self', 'sis_user_id', 'sis_login_id', 'sis_course_id', 'sis_section_id', 'sis_account_id']),
    value: text,
    id: int,
  },
  sql: (p) => sql`select 'sis_user_id' as by, p.sis_user_id as value, p.user_id as id from pseudonyms p
     where p.root_account_id = ${p.rootAccountId} and ${isLogin('p')} and p.sis_user_id = any(${p.sis}::text[])
   union all
   select 'sis_login_id', lower(p.unique_id), p.user_id from pseudonyms p
     where p.root_account_id = ${p.rootAccountId} and ${isLogin('p')} and lower(p.unique_id) = any(${p.logins}::text[])`,
});
// Held, so that whoever leaves the course meanwhile is no target any more; each user before their enrollment.
const students = statement({
  name: 'override_students',
  takes: { courseId: int, asked: array(int), reach: nullable(array(int)) },
  gives: { id: int },
  sql: (p) => sql`select e.user_id as id from enrollments e join users u on u.id = e.user_id
   where e.course_id = ${p.courseId} and e.user_id = any(${p.asked}::int[]) and ${ofStudent('e')} and ${isActive('e')}
     and ${within(sql`e.course_section_id`, p.reach)} order by u.id, e.id for key share of u for share of e`,
});
const groups = statement({
  name: 'override_groups',
  takes: { groupCategoryIds: array(int), asked: array(int), reach: nullable(array(int)) },
  gives: { id: int, groupCategoryId: nullable(int), ofOthersToo: boolean },
  sql: (
    p,
  ) => sql`select g.id, g.group_category_id as "groupCategoryId", ${isOfOthersToo({ course: sql`g.course_id`, oversees: p.reach }, sql`g.id`)} as "ofOthersToo"
   from groups g where g.group_category_id = any(${p.groupCategoryIds}::int[]) and g.id = any(${p.asked}::int[]) and not g.deleted
     and (${p.reach}::int[] is null or exists (select 1 from group_memberships m join enrollments e on e.user_id = m.user_id and e.course_id = g.course_id
       where m.group_id = g.id and ${isMember('m')} and e.course_section_id = any(${p.reach}::int[]) and ${takesPart('e')}))
   order by g.id for share of g`,
});
const sections = statement({
  name: 'override_sections',
  takes: { courseId: int, byId: array(int), byName: array(text), reach: nullable(array(int)) },
  gives: { id: int, sisId: nullable(text), rootAccountId: int },
  sql: (p) => sql`select s.id, s.sis_section_id as "sisId", s.root_account_id as "rootAccountId" from course_sections s
   where s.course_id = ${p.courseId} and not s.deleted and ${within(sql`s.id`, p.reach)}
     and (s.id = any(${p.byId}::int[]) or s.sis_section_id = any(${p.byName}::text[])) order by s.id for share`,
});

const formsOf = (ids: readonly SentId[]): IdForm[] => ids.flatMap((id) => id.form ?? []);
const numbers = (forms: readonly IdForm[]): number[] => forms.flatMap((form) => (form.by === 'id' ? [form.id] : []));
const texts = (forms: readonly IdForm[], by: string): string[] =>
  forms.flatMap((form) => (form.by === by && 'value' in form ? [form.value] : []));

/** The ids whose form names one of the rows. */
const known = (ids: readonly SentId[], find: (form: IdForm) => number | undefined): Known =>
  new Map(
    ids.flatMap(({ sent, form }) => {
      const id = form && find(form);
      return id === undefined ? [] : [[sent, id] as const];
    }),
  );

/** Each must be a user with an active student enrollment in the course, or one whom the override has already (overrides#10). */
async function knownStudents(tx: TxCtx, at: CourseAccess, ids: readonly SentId[]): Promise<Pick<KnownTargets, 'students' | 'enrolled'>> {
  const forms = formsOf(ids);
  const sis = texts(forms, 'sis_user_id');
  const logins = texts(forms, 'sis_login_id').map((login) => login.toLowerCase());
  const named = sis.length + logins.length > 0 ? await tx.db.rows(bySis, { rootAccountId: tx.caller.rootAccountId, sis, logins }) : [];
  const userOf = (form: IdForm): number | undefined => {
    if (form.by === 'id') return form.id;
    if (form.by === 'self') return tx.caller.userId;
    const value = form.by === 'sis_login_id' ? form.value.toLowerCase() : form.value;
    return named.find((row) => row.by === form.by && row.value === value)?.id;
  };
  const asked = forms.flatMap((form) => userOf(form) ?? []);
  const rows =
    asked.length > 0 ? await tx.db.rows(students, { courseId: at.course.id, asked, reach: reachOf(at, 'assignments.edit') }) : [];
  return { students: known(ids, userOf), enrolled: new Set(rows.map((row) => row.id)) };
}

async function knownGroups(
  tx: TxCtx,
  at: CourseAccess,
  groupCategoryIds: readonly number[],
  ids: readonly SentId[],
): Promise<Pick<KnownTargets, 'groups' | 'setOf' | 'groupsOfOthersToo'>> {
  const asked = numbers(formsOf(ids));
  const rows =
    groupCategoryIds.length > 0 && asked.length > 0
      ? await tx.db.rows(groups, { groupCategoryIds, asked, reach: reachOf(at, 'assignments.edit') })
      : [];
  const setOf = new Map(rows.map((row) => [row.id, row.groupCategoryId ?? 0]));
  return {
    groups: known(ids, (form) => (form.by === 'id' && setOf.has(form.id) ? form.id : undefined)),
    setOf,
    groupsOfOthersToo: new Set(rows.flatMap((row) => (row.ofOthersToo ? row.id : []))),
  };
}

async function knownSections(tx: TxCtx, at: CourseAccess, ids: readonly SentId[]): Promise<Known> {
  const forms = formsOf(ids);
  const [byId, byName] = [numbers(forms), texts(forms, 'sis_section_id')];
  const rows =
    forms.length > 0 ? await tx.db.rows(sections, { courseId: at.course.id, byId, byName, reach: reachOf(at, 'assignments.edit') }) : [];
  return known(ids, (form) =>
    form.by === 'id'
      ? rows.find((row) => row.id === form.id)?.id
      : 'value' in form
        ? rows.find((row) => row.sisId === form.value && row.rootAccountId === tx.caller.rootAccountId)?.id
        : undefined,
  );
}

/** Looks all targets up at once, and holds them until the transaction ends; groups in the sets of the assignments. */
export async function findTargets(
  tx: TxCtx,
  at: CourseAccess,
  groupCategoryIds: readonly number[],
  members: readonly SentOverride[],
): Promise<KnownTargets> {
  const of = <T>(kind: TargetKind, ids: (sent: SentOverride) => T | T[] | undefined): T[] =>
    members.filter((sent) => kindOf(sent) === kind).flatMap((sent) => ids(sent) ?? []);
  return {
    ...(await knownStudents(
      tx,
      at,
      of('students', (sent) => sent.studentIds),
    )),
    ...(await knownGroups(
      tx,
      at,
      groupCategoryIds,
      of('group', (sent) => sent.groupId),
    )),
    sections: await knownSections(
      tx,
      at,
      of('section', (sent) => sent.sectionId),
    ),
  };
}
