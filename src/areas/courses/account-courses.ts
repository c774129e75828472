import type { Ctx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { type Cut, keyedList, nearest } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { courseState, enrollmentType } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, someOf, text } from '../../store/sql/types.ts';
import { isAccount, isAccountOfSis } from '../accounts/relations.ts';
import { ofTeacher, stands, TYPE_OF, takesPart } from '../enrollments/relations.ts';
import { findTerm } from '../terms/terms.ts';
import { userIdsOf } from '../users/named.ts';
import { type AccountCoursesQuery, STATES_OF } from './account-filters.ts';
import { COURSE_COLUMNS, COURSE_ROW, coursesJson } from './json.ts';
import { isCourse, isOpen, isOver } from './relations.ts';
import type { Course } from './schemas.ts';

/** So many courses of an account are looked through for a page. */
const FEW = 200;

/**
 * Of few courses a page is taken after all of them were looked at. Of more, as of a root account, the courses of the school are read in
 * their order, or by the index of their names, and each is asked whether its account is one of them: as a join, that would gather the
 * courses of all accounts before it orders them.
 */
function ofAccount(account: Piece, cut: Cut): Sql {
  const isBelow = sql`a.chain @> array[${account}::int] and ${isAccount('a')}`;
  const ofFew = sql`((select count(*) from few) <= ${FEW} and (select own.parent_account_id is not null from accounts own where own.id = ${account}))`;
  const end = sql`${isCourse('c')} ${cut.filters} ${nearest([sql`c.id`], cut)}`;
  return sql`with few as materialized (select c.id from accounts own join accounts a on ${isBelow} join courses c on c.account_id = a.id
      where own.id = ${account} and own.parent_account_id is not null limit ${FEW} + 1)
    select ${COURSE_COLUMNS} from (
    (select c.* from few cross join lateral (select * from courses c where c.id = few.id ${ONE_BY_ONE}) c where ${ofFew} and ${end})
    union all
    (select * from courses c where not ${ofFew} and c.root_account_id = (select own.root_account_id from accounts own where own.id = ${account})
      and coalesce(c.account_id in (select a.id from accounts a where ${isBelow}), false) and ${end})) c where true`;
}
/** Its name or code has a part like this. */
export const byPattern = (pattern: Piece): Sql =>
  sql`(${folded(sql`c.name`)} like ${folded(sql`${pattern}::text`)} or ${folded(sql`c.course_code`)} like ${folded(sql`${pattern}::text`)})`;

/** Somebody stands in the course who fits. */
const hasEnrollment = (fits: Sql): Sql => sql`exists (select 1 from enrollments e where e.course_id = c.id and ${fits})`;
const unlessNull = (value: Sql, condition: (value: Sql) => Sql): Sql => sql`(${value} is null or ${condition(value)})`;
const MAY_TAKE = {
  pattern: text,
  term: int,
  inDefault: boolean,
  states: nullable(array(courseState)),
  published: nullable(boolean),
  completed: nullable(boolean),
  accounts: nullable(array(int)),
  ...someOf({ enrolled: boolean, empty: boolean }),
  types: array(enrollmentType),
  teachers: array(int),
};
const courses = keyedList({
  name: 'courses_of_account',
  takes: { accountId: int },
  mayTake: MAY_TAKE,
  narrowing: ['pattern'],
  gives: COURSE_ROW,
  select: (p, cut) => ofAccount(p.accountId, cut),
  filters: {
    pattern: (p) => byPattern(p.pattern),
    term: (p) => sql`c.enrollment_term_id = ${p.term}`,
    inDefault: (p) => sql`(c.enrollment_term_id is null) = ${p.inDefault}`,
    // What is said of the course itself comes together: each of these alone would double the statements that a connection prepares.
    states: (p) => unlessNull(sql`${p.states}::course_state[]`, (states) => sql`c.state = any(${states})`),
    published: (p) => unlessNull(sql`${p.published}::boolean`, (published) => sql`(${isOpen('c')}) = ${published}`),
    completed: (p) => unlessNull(sql`${p.completed}::boolean`, (completed) => sql`(${isOver('c')}) = ${completed}`),
    accounts: (p) =>
      unlessNull(
        sql`${p.accounts}::int[]`,
        (accounts) => sql`c.account_id in (select own.id from accounts own where own.chain && ${accounts})`,
      ),
    // Two conditions, and none that is compared with a parameter, so that each is planned as a join.
    enrolled: () => hasEnrollment(stands('e')),
    empty: () => sql`not ${hasEnrollment(stands('e'))}`,
    types: (p) => hasEnrollment(sql`e.type = any(${p.types}::enrollment_type[]) and ${stands('e')}`),
    teachers: (p) => hasEnrollment(sql`e.user_id = any(${p.teachers}::int[]) and ${ofTeacher('e')} and ${takesPart('e')}`),
  },
  key: [{ sql: sql`c.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});

const unlessEmpty = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length ? list : undefined);

const ofThemselves = ({ state, published, completed }: AccountCoursesQuery, accounts: readonly number[] | null) => {
  const wanted = {
    states: unlessEmpty(state)?.flatMap((word) => STATES_OF[word]) ?? null,
    published: published ?? null,
    completed: completed ?? null,
    accounts,
  };
  return Object.values(wanted).some((one) => one !== null) ? wanted : {};
};

const accountsBySisId = statement({
  name: 'accounts_by_sis_id',
  takes: { sisIds: array(text), rootAccountId: int },
  gives: { id: int },
  sql: (p) => sql`select a.id from accounts a where ${isAccountOfSis('a', p.rootAccountId, p.sisIds)}`,
});

/** The ids of accounts, in no order; unknown SIS ids are left out. */
async function accountIdsOf({ db, caller: { rootAccountId } }: Ctx, forms: readonly IdForm[]): Promise<number[]> {
  const sisIds = forms.flatMap((form) => ('value' in form ? [form.value] : []));
  const found = sisIds.length === 0 ? [] : await db.rows(accountsBySisId, { sisIds, rootAccountId });
  return [
    ...forms.flatMap((form) => (form.by === 'id' ? [form.id] : form.by === 'self' ? [rootAccountId] : [])),
    ...found.map(({ id }) => id),
  ];
}

/** Whom and what is asked for in any form of an id (conventions#52). */
const namedIn = async (ctx: Ctx, rootAccountId: number, query: AccountCoursesQuery) => ({
  teachers: query.by_teachers?.length ? await userIdsOf(ctx, query.by_teachers, rootAccountId) : undefined,
  accounts: query.by_subaccounts?.length ? await accountIdsOf(ctx, query.by_subaccounts) : null,
});

const wantedBy = (query: AccountCoursesQuery, { teachers, accounts }: Awaited<ReturnType<typeof namedIn>>) => ({
  ...ofThemselves(query, accounts),
  enrolled: query.with_enrollments || undefined,
  empty: query.with_enrollments === false || undefined,
  types: unlessEmpty(query.enrollment_type)?.map((word) => TYPE_OF[word]),
  teachers,
});

/** The courses of an account and its sub-accounts, by id. */
export async function listAccountCourses(
  ctx: Ctx,
  { account }: AccountAccess,
  query: AccountCoursesQuery,
  page: PageRequest,
): Promise<Page<Course>> {
  const { enrollment_term_id: form, include = new Set() } = query;
  const search = query.search_term?.trim() ?? '';
  const term = form && (await findTerm(ctx, account.rootAccountId, form));
  if (term === null) return noRows(page);
  const found = await courses.read(ctx.db, { accountId: account.id }, page, {
    pattern: search === '' ? undefined : containing(search),
    ...(term?.isDefault ? { inDefault: true } : { term: term?.id }),
    ...wantedBy(query, await namedIn(ctx, account.rootAccountId, query)),
  });
  return mapPage(found, await coursesJson(ctx, found.rows, { include }));
}
