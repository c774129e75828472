import type { Ctx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess } from '../../access/context-access.ts';
import { isGrader } from '../../access/permissions.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { type Cut, keyedList, nearest } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int, text } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { assessmentJson, assessmentsByRubric, type OneAssessment } from '../submissions/assessment-rows.ts';
import type { Showing } from './parameters.ts';
import { associationJson, findRubric, RUBRIC_ROW, type RubricRow, rubricJson, selectRubrics } from './rubrics.ts';
import type { Association, Rubric, ShownRubric } from './schemas.ts';

const associations = statement({
  name: 'associations_of_rubric',
  takes: { rubricId: int },
  gives: { id: int, assignmentId: int, useForGrading: boolean, purpose: text },
  sql: (p) => sql`select ra.id, ra.assignment_id as "assignmentId", ra.use_for_grading as "useForGrading", ra.purpose
   from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted where ra.rubric_id = ${p.rubricId} order by ra.id`,
});

const associationsOf = async (db: Db, rubricId: number): Promise<Association[]> =>
  (await db.rows(associations, { rubricId })).map((row) => associationJson(rubricId, row));

/** As whom assessments that are asked for are made; none where none are asked for. */
function typesOf(include: Showing['include']): OneAssessment['type'][] {
  if (include === undefined) return [];
  const all = include.has('assessments');
  return [
    ...(all || include.has('graded_assessments') ? (['grading'] as const) : []),
    ...(all || include.has('peer_assessments') ? (['peer_review'] as const) : []),
  ];
}

/** A rubric with what is asked for; `toGrade` says where the caller grades, undefined: nowhere (rubrics#13). */
async function shown(db: Db, row: RubricRow, { include, style }: Showing, toGrade: Reach | undefined): Promise<ShownRubric> {
  const types = typesOf(include);
  const wantsAssociations = include?.has('associations') || include?.has('assignment_associations');
  const found =
    types.length === 0 || toGrade === undefined
      ? []
      : await assessmentsByRubric(db, { rubricId: row.id, courseId: row.courseId, toGrade }, types, row.criteria);
  return {
    ...rubricJson(row),
    ...(types.length === 0 ? {} : { assessments: found.map((one) => assessmentJson(one, style ?? null)) }),
    ...(wantsAssociations ? { associations: await associationsOf(db, row.id) } : {}),
  };
}

export async function showRubric(ctx: Ctx, at: CourseAccess, id: number, showing: Showing): Promise<ShownRubric> {
  const row = await findRubric(ctx.db, at, id, null);
  return shown(ctx.db, row, showing, isGrader(at) ? reachOf(at, 'submissions.list') : undefined);
}

/** A rubric `r` of a course of the account or of one below it (rubrics#14). */
const below = (account: Piece): Sql => sql`coalesce((select c.account_id from courses c where c.id = r.course_id and ${isCourse('c')})
    in (select a.id from accounts a where a.chain @> array[${account}::int]), false)`;

/** Up to how many courses all their rubrics are gathered for a page. */
const FEW = 300;

/**
 * The rubrics of few courses are found by these. Those of many, as of a root account, are read in the order of a page, and the account of
 * their course is looked up: to gather them would take longer than to drop others. As a join that would gather them all the same.
 */
function ofCourses(account: Piece, cut: Cut): Sql {
  const ofFew = sql`((select count(*) from few) <= ${FEW} and (select own.parent_account_id is not null from accounts own where own.id = ${account}))`;
  const end = sql`${below(account)} and not r.deleted ${nearest([sql`r.id`], cut)}`;
  return sql`with few as materialized (select c.id from accounts own join accounts a on a.chain @> array[own.id] join courses c on c.account_id = a.id
      where own.id = ${account} and own.parent_account_id is not null limit ${FEW} + 1)
    ${selectRubrics(
      sql`r.id = any(array(
        (select r.id from few cross join lateral (select * from rubrics r where r.course_id = few.id ${ONE_BY_ONE}) r
          where ${ofFew} and ${end})
        union all (select r.id from rubrics r where not ${ofFew} and ${end})))`,
      sql`ra.id`,
    )}`;
}

const ofAccount = keyedList({
  name: 'rubrics_of_account',
  takes: { accountId: int },
  gives: RUBRIC_ROW,
  select: (p, cut) => ofCourses(p.accountId, cut),
  key: [{ sql: sql`r.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});
const oneOfAccount = statement({
  name: 'rubric_of_account',
  takes: { accountId: int, id: int },
  gives: RUBRIC_ROW,
  sql: (p) => sql`${selectRubrics(below(p.accountId), sql`ra.id`)} and r.id = ${p.id}`,
});

export async function listAccountRubrics(ctx: Ctx, at: AccountAccess, page: PageRequest): Promise<Page<Rubric>> {
  const found = await ofAccount.read(ctx.db, { accountId: at.account.id }, page);
  return mapPage(found, found.rows.map(rubricJson));
}

/** Administrators grade everywhere below their account. */
export const showAccountRubric = async (ctx: Ctx, at: AccountAccess, id: number, showing: Showing): Promise<ShownRubric> =>
  shown(ctx.db, foundIn(await ctx.db.rows(oneOfAccount, { accountId: at.account.id, id })), showing, null);
